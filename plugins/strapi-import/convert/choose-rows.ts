// Decides which rows of a document become rows here, and at which locale and status. One row per place: the newest.

import { type ContentType, stagesOf } from '../../../core';
import { textOf } from '../source/read-values';
import type { SourceItem } from '../source/source-document';
import { toMoment } from './moments';

export interface PlacedRow {
  readonly item: SourceItem;
  readonly axes: Readonly<Record<string, string>>;
  /** A read without `status` shows it, so that it must be complete. */
  readonly isShown: boolean;
  /** A draft that Strapi lacks, made from the published row. */
  readonly isMade: boolean;
  readonly keepsId: boolean;
}

export interface LeftOutRow {
  readonly id: number;
  readonly reason: string;
  readonly isMade: boolean;
}

const LOCALE = 'locale';

export function chooseRows(
  type: ContentType,
  rows: readonly SourceItem[],
  { defaultLocale, zone }: { readonly defaultLocale: string; readonly zone: string },
): { readonly rows: readonly PlacedRow[]; readonly leftOut: readonly LeftOutRow[] } {
  const stages = stagesOf(type);
  const hasLocale = type.axes.some(({ axis }) => axis.name === LOCALE);
  const places = new Map<string, PlacedRow>();
  const leftOut: LeftOutRow[] = [];
  const newest = [...rows].sort(
    (a, b) => updatedOf(b, zone).localeCompare(updatedOf(a, zone)) || b.id - a.id,
  );
  for (const item of newest) {
    const isShown = !stages || item.row.published_at !== null;
    const axes: Record<string, string> = {};
    if (hasLocale) axes[LOCALE] = textOf(item.row.locale) ?? defaultLocale;
    if (stages) axes[stages.name] = isShown ? stages.defaultValue() : stages.working;
    const key = JSON.stringify(axes);
    const other = places.get(key);
    if (other) {
      const reason = `the row ${other.item.id} is a newer one of the same document, locale and status`;
      leftOut.push({ id: item.id, reason, isMade: false });
    } else places.set(key, { item, axes, isShown, isMade: false, keepsId: true });
  }
  const chosen = [...places.values()];
  if (stages)
    for (const { item, axes } of chosen.filter(({ isShown }) => isShown)) {
      const draft = { ...axes, [stages.name]: stages.working };
      if (!places.has(JSON.stringify(draft)))
        chosen.push({ item, axes: draft, isShown: false, isMade: true, keepsId: false });
    }
  return { rows: inOrder(chosen, defaultLocale), leftOut };
}

/** Drafts of the default locale first: they decide about shared values. */
const inOrder = (rows: readonly PlacedRow[], defaultLocale: string): PlacedRow[] =>
  [...rows].sort(
    (a, b) =>
      Number(b.axes[LOCALE] === defaultLocale) - Number(a.axes[LOCALE] === defaultLocale) ||
      Number(a.isShown) - Number(b.isShown) ||
      a.item.id - b.item.id,
  );

const updatedOf = ({ row }: SourceItem, zone: string): string => toMoment(row.updated_at, zone) ?? '';

// The rows of one document → the rows that are written: axes, columns, links. Shared attributes have the value of one row.

import {
  type BulkDocument,
  type BulkLink,
  type BulkRow,
  type ContentType,
  pendingColumn,
  type Stored,
  stagesOf,
} from '../../../core';
import type { SourceDocument, SourceItem } from '../source/source-document';
import { chooseRows, type LeftOutRow, type PlacedRow } from './choose-rows';
import { entriesText } from './convert-entries';
import { convertLinks, type LinkContext } from './convert-links';
import { toMoment } from './moments';
import { createTally, type Tally } from './tally';
import { convertValue } from './value';

export interface ConvertContext extends LinkContext {
  readonly zone: string;
  /** Attributes that are never taken over: mailed codes. */
  omits(type: ContentType, attribute: string): boolean;
}

export interface ConvertedDocument {
  readonly document: BulkDocument;
  /** The row of the source behind each row; a made draft has that of its published row. */
  readonly origins: ReadonlyMap<BulkRow, Origin>;
  readonly leftOut: readonly LeftOutRow[];
  readonly notes: readonly { readonly id: number; readonly text: string }[];
  readonly highestEntry: number;
}

export interface Origin {
  readonly item: SourceItem;
  readonly counts: Tally['counts'];
  readonly isMade: boolean;
}

const PUBLISHED_AT = 'published_at';

export function convertDocument(
  type: ContentType,
  { documentId, rows }: SourceDocument,
  context: ConvertContext,
): ConvertedDocument {
  const chosen = chooseRows(type, rows, context);
  const leftOut = [...chosen.leftOut];
  const notes: { id: number; text: string }[] = [];
  const origins = new Map<BulkRow, Origin>();
  let highestEntry = 0;
  for (const placed of chosen.rows) {
    const { row, tally } = convertRow(type, placed, chosen.rows, context);
    highestEntry = Math.max(highestEntry, tally.counts.highestEntry);
    notes.push(...tally.notes.map((text) => ({ id: placed.item.id, text })));
    const [reason] = tally.broken;
    if (reason !== undefined && placed.isShown) {
      leftOut.push({ id: placed.item.id, reason, isMade: placed.isMade });
      continue;
    }
    if (reason !== undefined) notes.push({ id: placed.item.id, text: reason });
    origins.set(row, { item: placed.item, counts: tally.counts, isMade: placed.isMade });
  }
  const kept = withPending(type, [...origins.keys()]);
  const document = { documentId: context.documentOf(type.uid, documentId), rows: kept.map(([, row]) => row) };
  return {
    document,
    origins: new Map(kept.flatMap(([before, row]) => [[row, origins.get(before)] as const]).filter(isKnown)),
    leftOut,
    notes,
    highestEntry,
  };
}

const isKnown = <K, V>(pair: readonly [K, V | undefined]): pair is readonly [K, V] => pair[1] !== undefined;

function convertRow(
  type: ContentType,
  { item, axes, isShown, isMade, keepsId }: PlacedRow,
  all: readonly PlacedRow[],
  context: ConvertContext,
): { readonly row: BulkRow; readonly tally: Tally } {
  const tally = createTally();
  const strictness = isShown ? 'complete' : 'partial';
  const columns = new Map<string, Stored>();
  const links: BulkLink[] = [];
  for (const attribute of type.attributes.values()) {
    const from = sourceOf(type, attribute.name, axes, all) ?? item;
    if (attribute.kind === 'scalar') {
      if (attribute.expression || context.omits(type, attribute.name)) continue;
      // Strapi hashes a password again for each further row, so only the first row has the hash of the password.
      const origin = attribute.type.secret ? (all[0]?.item ?? item) : from;
      const stored = tally.valueOf(origin.row, attribute.name);
      // Strapi lacks the attribute: only types of plugins have such ones.
      const raw = stored === undefined ? attribute.common.default : stored;
      const converted = convertValue(attribute, raw, strictness, context.zone);
      tally.add(attribute.name, converted);
      if (from !== item && !attribute.type.secret) noteShared(tally, attribute.name, item, from);
      columns.set(attribute.column, converted.value);
    } else if (attribute.kind === 'relation') {
      if (!attribute.holdsLinks) continue;
      const converted = convertLinks(type, attribute, from.links.get(attribute.name) ?? [], context);
      tally.links(converted);
      links.push(...converted.links.map((link) => ({ ...link, attribute: attribute.name })));
    } else if (attribute.kind !== 'waiting') {
      const entries = from.entries.get(attribute.name) ?? [];
      const inside = { ...context, owner: type, strictness, tally } as const;
      columns.set(attribute.column, entriesText(attribute, entries, inside));
    }
  }
  for (const name of ['createdAt', 'updatedAt']) {
    const column = type.scalars.get(name)?.column;
    if (column)
      columns.set(column, toMoment(tally.valueOf(item.row, name), context.zone) ?? new Date(0).toISOString());
  }
  const published = toMoment(item.row.published_at, context.zone);
  if (stagesOf(type) && isShown) columns.set(PUBLISHED_AT, published);
  return { row: { id: keepsId && !isMade ? item.id : null, axes, columns, links }, tally };
}

/** Strapi does not keep a value equal in all locales if it became a shared one later. */
function noteShared(tally: Tally, name: string, item: SourceItem, from: SourceItem): void {
  const [own, other] = [item, from].map(({ row }) => String(tally.valueOf(row, name) ?? ''));
  if (own !== other)
    tally.note(`${name} has one value for all locales, and takes that of the row ${from.id}`);
}

/** The row whose value a shared attribute has: the first row of the same place along the other axes. */
function sourceOf(
  type: ContentType,
  attribute: string,
  axes: PlacedRow['axes'],
  all: readonly PlacedRow[],
): SourceItem | undefined {
  const shared = new Set(
    type.axes.flatMap(({ axis, shared: names }) => (names.has(attribute) ? [axis.name] : [])),
  );
  if (shared.size === 0) return undefined;
  return all.find((other) =>
    Object.entries(other.axes).every(([name, value]) => shared.has(name) || axes[name] === value),
  )?.item;
}

/** A working row has pending changes if no shown row is equal to it. */
function withPending(type: ContentType, rows: readonly BulkRow[]): [before: BulkRow, row: BulkRow][] {
  const stages = stagesOf(type);
  if (!stages) return rows.map((row) => [row, row]);
  return rows.map((row) => {
    if (row.axes[stages.name] !== stages.working) return [row, row];
    const shown = rows.find(({ axes }) =>
      Object.entries(axes).every(([name, value]) =>
        name === stages.name ? value !== stages.working : row.axes[name] === value,
      ),
    );
    const isPending = !shown || contentOf(row, type) !== contentOf(shown, type);
    const columns = new Map(row.columns).set(pendingColumn(stages), isPending ? 1 : 0);
    return [row, { ...row, columns }];
  });
}

const TIMES: ReadonlySet<string> = new Set([PUBLISHED_AT, 'created_at', 'updated_at']);

/** Copies of entries have other ids. */
function contentOf({ columns, links }: BulkRow, type: ContentType): string {
  const nested = new Set(
    [...type.attributes.values()].flatMap((each) =>
      each.kind === 'component' || each.kind === 'zone' ? [each.column] : [],
    ),
  );
  const values = [...columns]
    .filter(([name]) => !TIMES.has(name))
    .map(([name, value]) => [
      name,
      nested.has(name) && typeof value === 'string' ? value.replace(/"id":\d+/g, '') : value,
    ]);
  const named = links.map(({ attribute, type: of, document, pins }) => [attribute, of, document, pins]);
  return JSON.stringify([values, named], (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  );
}

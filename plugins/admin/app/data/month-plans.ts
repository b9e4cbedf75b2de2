// All changes and releases of the weeks of a month. A release stands for its changes, if the role may read releases.

import { type Day, dayOf, type Month, rangeOfWeeks } from '../i18n/calendar';
import { firstDayOfWeek } from '../i18n/days';
import { ask } from './client';
import { type Loaded, useRead } from './load';
import { may } from './model';
import { queryOf } from './query';
import { type Change, changesAt, type Page, RELEASE_ACTIONS, type Release, releasesAt } from './releases';

/** The most of one answer. */
const PAGE = 100;
const MOST_PAGES = 20;
export const MOST = PAGE * MOST_PAGES;

export type Entry = Change | Release;
export const isChange = (entry: Entry): entry is Change => 'documentId' in entry;

export interface MonthPlans extends Pick<Loaded<unknown>, 'again'> {
  /** By time. null: they are not read yet. */
  readonly days: ReadonlyMap<Day, readonly Entry[]> | null;
  /** The month has more changes than are read. */
  readonly isCut: boolean;
  readonly errors: readonly unknown[];
}

/** null: nothing is read. */
export function useMonthPlans(month: Month | null, state: string | undefined): MonthPlans {
  const query =
    month === null ? null : queryOf({ ...rangeOfWeeks(month, firstDayOfWeek()), state, pageSize: PAGE });
  const hasReleases = may(RELEASE_ACTIONS.read);
  const changes = useAll<Change>(query === null ? null : `${changesAt()}${query}`);
  const releases = useAll<Release>(query === null || !hasReleases ? null : `${releasesAt()}${query}`);
  const isRead = changes.all !== null && (!hasReleases || releases.all !== null || releases.error !== null);
  const entries: readonly Entry[] = [
    ...(changes.all?.rows ?? []).filter(({ release }) => release === null || !hasReleases),
    ...(releases.all?.rows ?? []),
  ];
  return {
    days: isRead ? byDay(entries) : null,
    isCut: changes.all?.isCut === true || releases.all?.isCut === true,
    errors: [changes.error, releases.error],
    again: () => {
      changes.again();
      releases.again();
    },
  };
}

function byDay(entries: readonly Entry[]): ReadonlyMap<Day, readonly Entry[]> {
  const timed = entries.filter(({ at }) => at !== null);
  timed.sort((one, other) => Date.parse(one.at ?? '') - Date.parse(other.at ?? ''));
  const days = new Map<Day, Entry[]>();
  for (const entry of timed) {
    const day = dayOf(entry.at ?? '');
    days.set(day, [...(days.get(day) ?? []), entry]);
  }
  return days;
}

interface All<T> {
  /** The request that it answers: that of another month may still be shown. */
  readonly url: string;
  readonly rows: readonly T[];
  readonly isCut: boolean;
}

function useAll<T>(url: string | null) {
  const { value, error, again } = useRead<All<T>>(url, readAll);
  return { all: value?.url === url ? value : null, error, again };
}

async function readAll<T>(url: string, signal: AbortSignal): Promise<All<T>> {
  const rows: T[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const { data } = await ask<Page<T>>(`${url}&page=${page}`, { signal });
    rows.push(...data.data);
    if (page >= data.meta.pagination.pageCount) return { url, rows, isCut: false };
  }
  return { url, rows, isCut: true };
}

// The rows of a list: first the rows, then their states and the number of all documents.
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../data/client';
import { useAnswers } from '../data/load';
import { hasDrafts, known, may, seesDrafts, type TypeModel } from '../data/model';
import { api } from '../data/place';
import { queryOf } from '../data/query';
import { CHANGE_ACTIONS, type Change, changesAt, momentOf, type Page } from '../data/releases';
import type { Row, RowState } from './list-table';

interface Asked {
  /** null: the words of the list are not known yet. */
  readonly listAt: string | null;
  readonly countAt: string;
  /** null: the type has no locales. */
  readonly locale: string | null;
  readonly page: number;
  /** Gets the number of all documents. */
  readonly onRead: (total: number) => void;
}

export interface ListRows {
  /** null: they are on their way. */
  readonly rows: readonly Row[] | null;
  /** The rows are those of the words before. */
  readonly isReading: boolean;
  readonly states: Readonly<Record<string, readonly RowState[]>>;
  /** The next plan of a document in the locale of the list. */
  readonly plans: Readonly<Record<string, Change>>;
  readonly total: number | null;
  readonly failure: unknown;
  readonly fail: (error: unknown) => void;
  readonly again: () => void;
}

const NONE: ListRows['plans'] = {};

export function useListRows(type: TypeModel, { listAt, countAt, locale, page, onRead }: Asked): ListRows {
  const [read, setRead] = useState<{ readonly at: string; readonly rows: readonly Row[] } | null>(null);
  const [states, setStates] = useState<ListRows['states']>({});
  const [planned, setPlanned] = useState<{
    readonly locale: string | null;
    readonly next: ListRows['plans'];
  }>({ locale, next: NONE });
  const [total, setTotal] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (listAt === null) return;
    const abort = new AbortController();
    const { signal } = abort;
    setFailure(null);
    const readAll = async (): Promise<void> => {
      const { data } = await ask<{ data: Row[] }>(listAt, { signal });
      setRead({ at: listAt, rows: data.data });
      const ids = data.data.map(({ documentId }) => documentId);
      if (ids.length === 0) {
        onRead(0);
        return setTotal(page === 1 ? 0 : null);
      }
      readPlans(type, locale, ids, signal)
        // Without an answer, the list shows no plans.
        .catch(() => NONE)
        .then((next) => {
          if (!signal.aborted) setPlanned({ locale, next });
        });
      const [found, counted] = await Promise.all([
        seesDrafts(type)
          ? ask<{ data: Record<string, RowState[]> }>(
              `${api}/states/${type.uid}${queryOf({ ids: [...new Set(ids)].join(',') })}`,
              { signal },
            )
          : null,
        ask<{ meta: { pagination: { total: number } } }>(countAt, { signal }),
      ]);
      setStates(found?.data.data ?? {});
      const { total: all } = counted.data.meta.pagination;
      setTotal(all);
      onRead(all);
    };
    readAll().catch((error: unknown) => {
      if (!signal.aborted) setFailure(error);
    });
    return () => abort.abort();
  }, [listAt, countAt, round]);

  const again = (): void => setRound((now) => now + 1);
  useAnswers(failure, again);
  return {
    rows: read?.rows ?? null,
    isReading: failure === null && read?.at !== listAt,
    states,
    plans: planned.locale === locale ? planned.next : NONE,
    total,
    failure,
    fail: setFailure,
    again,
  };
}

/** Of each document, the plan that comes first. */
async function readPlans(
  type: TypeModel,
  locale: string | null,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ListRows['plans']> {
  if (!hasDrafts(type) || !seesDrafts(type)) return NONE;
  if (!known().plugins.includes('schedule') || !may(CHANGE_ACTIONS.read)) return NONE;
  const next: Record<string, Change> = {};
  const words = { type: type.uid, documentIds: [...new Set(ids)].join(','), state: 'waiting', pageSize: 100 };
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data } = await ask<Page<Change>>(`${changesAt()}${queryOf({ ...words, page })}`, { signal });
    pages = data.meta.pagination.pageCount;
    for (const plan of data.data) {
      if (locale !== null && plan.locale !== locale && plan.locale !== '*') continue;
      // Its job has not run yet.
      if (momentOf(plan) <= Date.now()) continue;
      const former = next[plan.documentId];
      if (!former || momentOf(plan) < momentOf(former)) next[plan.documentId] = plan;
    }
  }
  return next;
}

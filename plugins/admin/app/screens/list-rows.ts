// The rows of a list: first the rows, then their states and the number of all documents.
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../data/client';
import { seesDrafts, type TypeModel } from '../data/model';
import { api } from '../data/place';
import { queryOf } from '../data/query';
import type { Row, RowState } from './list-table';

interface Asked {
  /** null: the words of the list are not known yet. */
  readonly listAt: string | null;
  readonly countAt: string;
  readonly page: number;
  /** Gets the number of all documents. */
  readonly onRead: (total: number) => void;
}

export interface ListRows {
  /** null: they are on their way. */
  readonly rows: readonly Row[] | null;
  readonly states: Readonly<Record<string, readonly RowState[]>>;
  readonly total: number | null;
  readonly failure: unknown;
  readonly fail: (error: unknown) => void;
  readonly again: () => void;
}

export function useListRows(type: TypeModel, { listAt, countAt, page, onRead }: Asked): ListRows {
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  const [states, setStates] = useState<ListRows['states']>({});
  const [total, setTotal] = useState<number | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (listAt === null) return;
    const abort = new AbortController();
    const { signal } = abort;
    setFailure(null);
    const read = async (): Promise<void> => {
      const { data } = await ask<{ data: Row[] }>(listAt, { signal });
      setRows(data.data);
      const ids = data.data.map(({ documentId }) => documentId);
      if (ids.length === 0) {
        onRead(0);
        return setTotal(page === 1 ? 0 : null);
      }
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
    read().catch((error: unknown) => {
      if (!signal.aborted) setFailure(error);
    });
    return () => abort.abort();
  }, [listAt, countAt, round]);

  return { rows, states, total, failure, fail: setFailure, again: () => setRound(round + 1) };
}

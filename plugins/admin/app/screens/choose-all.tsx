// Chooses all documents of a list, also those of other pages. They are read in parts, so it shows the progress and can be stopped.
import { useEffect, useRef, useState } from 'preact/hooks';
import { ask } from '../data/client';
import { documentsAt, known, type TypeModel } from '../data/model';
import { queryOf } from '../data/query';
import { numberOf, plural, t } from '../i18n/translate';
import { Button } from '../ui/button';
import type { Chosen } from './bulk';
import { type Row, titleOf } from './list-table';

/** The most documents that can be chosen at once: each has a title in the memory of the page. */
const MOST = 5000;
/** A longer answer would keep the progress waiting. */
const TOGETHER = 500;

interface Props {
  readonly type: TypeModel;
  /** The words of the list: its locale, search and filter. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly total: number;
  readonly onChosen: (chosen: Chosen) => void;
  readonly fail: (error: unknown) => void;
}

export function ChooseAll({ type, query, total, onChosen, fail }: Props) {
  const [found, setFound] = useState<number | null>(null);
  const reading = useRef<AbortController | null>(null);
  const host = useRef<HTMLSpanElement>(null);
  const stop = (): void => reading.current?.abort();
  useEffect(() => stop, []);

  const read = async (): Promise<void> => {
    const abort = new AbortController();
    reading.current = abort;
    setFound(0);
    try {
      const chosen = await readAll(type, query, abort.signal, setFound);
      if (abort.signal.aborted) return setFound(null);
      // The button goes.
      if (host.current?.contains(document.activeElement))
        host.current.closest('.bulk')?.querySelector('button')?.focus();
      onChosen(chosen);
    } catch (error) {
      if (!abort.signal.aborted) fail(error);
    }
    setFound(null);
  };

  if (total > MOST)
    return (
      <small>
        {t('At most {most} documents can be chosen at once. Narrow the list by a filter or a search.', {
          most: MOST,
        })}
      </small>
    );
  // One button, so the focus stays on it while its text changes.
  return (
    <span class="row" ref={host}>
      <Button kind="quiet" onClick={found === null ? () => void read() : stop}>
        {found === null
          ? plural(total, 'Choose {count} document of this list', 'Choose all {count} documents of this list')
          : t('Stop')}
      </Button>
      {found !== null && (
        <progress max={total} value={found}>
          {numberOf(found)}
        </progress>
      )}
    </span>
  );
}

/** By their ids: a document that changes meanwhile moves no other one to a part that was read before. */
async function readAll(
  type: TypeModel,
  { filters, ...query }: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
  onProgress: (count: number) => void,
): Promise<Chosen> {
  const chosen = new Map<string, string>();
  const pageSize = Math.min(known().maxLimit, TOGETHER);
  const fields = [...new Set(['documentId', type.titleField])];
  for (let last = ''; chosen.size < MOST; ) {
    const rest = last === '' ? [] : [{ documentId: { $gt: last } }];
    const conditions = [...(filters === undefined ? [] : [filters]), ...rest];
    const part = queryOf({
      ...query,
      ...(conditions.length > 0 ? { filters: { $and: conditions } } : {}),
      fields,
      populate: undefined,
      sort: 'documentId:asc',
      pagination: { page: 1, pageSize, withCount: false },
    });
    const { data } = await ask<{ data: readonly Row[] }>(documentsAt(type.uid) + part, { signal });
    for (const row of data.data) chosen.set(row.documentId, titleOf(type, row));
    onProgress(chosen.size);
    if (data.data.length < pageSize) break;
    last = data.data.at(-1)?.documentId ?? '';
  }
  return chosen;
}

// Whether a document is a draft, changed or published. It is read again after each save and each publication.
import { useEffect, useState } from 'preact/hooks';
import { ask } from '../data/client';
import type { Form } from '../data/form';
import { defaultLocale } from '../data/model';
import { api } from '../data/place';
import { queryOf } from '../data/query';
import { hasStates } from './filter-words';
import type { RowState } from './list-table';

/** `unknown`: the server did not say it. null: it was not read yet, or the type has no drafts. */
export type StoredState = RowState['state'] | 'unknown' | null;

export function useDocumentState({ type, locale, document }: Form): StoredState {
  const { value: stored } = document;
  const [state, setState] = useState<StoredState>(null);
  useEffect(() => {
    if (!stored || !hasStates(type)) return;
    const abort = new AbortController();
    const { documentId } = stored;
    const own = locale ?? defaultLocale();
    ask<{ data: Record<string, RowState[]> }>(`${api}/states/${type.uid}${queryOf({ ids: documentId })}`, {
      signal: abort.signal,
    }).then(
      ({ data }) => {
        const states = data.data[documentId] ?? [];
        setState(states.find((each) => each.locale === null || each.locale === own)?.state ?? 'unknown');
      },
      // The form is there without the state.
      () => abort.signal.aborted || setState('unknown'),
    );
    return () => abort.abort();
  }, [type, stored]);
  return stored ? state : null;
}

/** Does the document have a published version? */
export const isLive = (state: StoredState): boolean => state !== null && state !== 'draft';

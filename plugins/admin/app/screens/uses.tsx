// Where a document is used.

import { useEffect, useState } from 'preact/hooks';
import { ask } from '../data/client';
import { readable, type TypeModel, typeOf } from '../data/model';
import { api } from '../data/place';
import { numberOf, t } from '../i18n/translate';
import { DocumentLink } from '../ui/document-link';

interface Use {
  readonly uid: string;
  readonly attribute: string;
  readonly count: number;
  readonly first: readonly { readonly documentId: string; readonly title: string }[];
}

/** The server counts no further. */
const MOST = 1000;

interface Props {
  readonly type: TypeModel;
  readonly documentId: string;
}

export function Uses({ type, documentId }: Props) {
  const [uses, setUses] = useState<readonly Use[] | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    ask<{ data: Use[] }>(`${api}/uses/${type.uid}/${documentId}`, { signal: abort.signal }).then(
      ({ data }) => setUses(data.data),
      () => undefined,
    );
    return () => abort.abort();
  }, [type, documentId]);
  if (!uses || uses.length === 0) return null;
  return (
    <div class="uses">
      <strong>{t('Used by')}</strong>
      <ul>
        {uses.map(({ uid, attribute, count, first }) => (
          <li key={uid + attribute}>
            <bdi>{typeOf(uid)?.title ?? uid}</bdi>,{' '}
            <bdi>{attribute.split('.').map(readable).join(' › ')}</bdi>:{' '}
            {count > MOST ? t('more than {number}', { number: MOST }) : numberOf(count)}
            <ul>
              {first.slice(0, 3).map(({ documentId: id, title }) => (
                <li key={id}>
                  <DocumentLink uid={uid} documentId={id} dir="auto">
                    {title}
                  </DocumentLink>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  );
}

// What waits: drafts that were never published, changes that are not live, and texts that this browser still has.

import { useEffect, useState } from 'preact/hooks';
import { ask } from '../data/client';
import { documentsAt, known, statusOf, type TypeModel } from '../data/model';
import { path, siteName } from '../data/place';
import { queryOf } from '../data/query';
import { type Recovered, recallAll } from '../data/recovery';
import { agoOf, dateAndTimeOf } from '../i18n/moments';
import { rich, t } from '../i18n/translate';
import { DocumentLink } from '../ui/document-link';

interface Item {
  readonly type: TypeModel;
  readonly documentId: string;
  readonly title: string;
  readonly updatedAt: string;
}

const SHOWN = 5;

async function latest(
  words: Readonly<Record<string, unknown>>,
  types: readonly TypeModel[],
): Promise<Item[]> {
  const lists = await Promise.all(
    types.map(async (type): Promise<Item[]> => {
      const fields = [
        'documentId',
        'updatedAt',
        ...(type.titleField === 'documentId' ? [] : [type.titleField]),
      ];
      const { data } = await ask<{ data: Record<string, unknown>[] }>(
        documentsAt(type.uid) +
          queryOf({
            ...words,
            fields,
            sort: 'updatedAt:desc',
            pagination: { pageSize: SHOWN, withCount: false },
          }),
      );
      return data.data.map((row) => ({
        type,
        documentId: String(row.documentId),
        title: String(row[type.titleField] ?? t('Without a title')),
        updatedAt: String(row.updatedAt),
      }));
    }),
  );
  return lists
    .flat()
    .toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    .slice(0, SHOWN);
}

function Card({
  title,
  words,
  types,
}: {
  readonly title: string;
  readonly words: object;
  readonly types: readonly TypeModel[];
}) {
  const [items, setItems] = useState<readonly Item[] | null>(null);
  useEffect(() => {
    latest({ ...words }, types).then(setItems, () => setItems([]));
  }, []);
  if (types.length === 0) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      {items?.length === 0 && <p class="nothing">{t('Nothing')}</p>}
      <ul>
        {items?.map(({ type, documentId, title: name, updatedAt }) => (
          <li key={type.uid + documentId}>
            <DocumentLink uid={type.uid} documentId={documentId} dir="auto">
              {name}
            </DocumentLink>{' '}
            <small>
              <bdi>{type.title}</bdi>, {agoOf(updatedAt)}
            </small>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Unsaved() {
  const [texts, setTexts] = useState<readonly Recovered[]>([]);
  useEffect(() => {
    recallAll().then(
      (all) => setTexts(all.filter(({ key }) => key.startsWith(`${known().user.id}|`))),
      () => undefined,
    );
  }, []);
  if (texts.length === 0) return null;
  return (
    <section class="card">
      <h2>{t('Texts that the server does not have')}</h2>
      <ul>
        {texts.map(({ key, at }) => {
          const [, uid = '', id = '', locale = ''] = key.split('|');
          return (
            <li key={key}>
              <a href={`${path}/types/${uid}/${id}${locale === '' ? '' : `?locale=${locale}`}`}>{uid}</a>{' '}
              <small>{dateAndTimeOf(at)}</small>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

export function Home() {
  const readers = known().types.filter(
    ({ actions, kind }) => actions.includes('find') && kind === 'collectionType',
  );
  const drafts = readers.filter((type) => statusOf(type) === 'draft');
  const status = { status: 'draft' };
  return (
    <section>
      <h1>{siteName}</h1>
      <div class="cards">
        <Unsaved />
        <Card
          title={t('Never published')}
          words={{ ...status, publicationFilter: 'never-published' }}
          types={drafts}
        />
        <Card
          title={t('Changed, not live')}
          words={{ ...status, publicationFilter: 'modified' }}
          types={drafts}
        />
        <Card title={t('Recently edited')} words={{}} types={readers} />
      </div>
      {readers.length === 0 && (
        <p>
          {rich('Your role may read no content. An administrator can grant permissions, such as {action}.', {
            action: <code>api::article.article.find</code>,
          })}
        </p>
      )}
    </section>
  );
}

// What waits: drafts that were never published, changes that are not live, and texts that this browser still has. Then the content types.

import { useEffect, useState } from 'preact/hooks';
import { ask } from '../data/client';
import { documentsAt, isListed, known, statusOf, type TypeModel, typeOf } from '../data/model';
import { path, siteName } from '../data/place';
import { queryOf } from '../data/query';
import { type Recovered, recallAll } from '../data/recovery';
import { useTitles } from '../data/titles';
import { agoOf, dateAndTimeOf } from '../i18n/moments';
import { plural, rich, t } from '../i18n/translate';
import { DocumentLink } from '../ui/document-link';
import { Failure, messageOf } from '../ui/failure';
import { usePageTitle } from '../ui/head';
import { FailedPlans } from './failed-plans';
import { STATE_FILTERS, type State, withState } from './filter-words';
import { NEWEST, sortOf } from './list-words';

interface Item {
  readonly type: TypeModel;
  readonly documentId: string;
  readonly title: string;
  readonly updatedAt: string;
}

const SHOWN = 5;

interface Found {
  readonly items: readonly Item[];
  /** Types with documents that the card does not show. */
  readonly more: readonly TypeModel[];
  /** Of the first type that could not be read; the others are shown. */
  readonly error: unknown;
}

async function latest(state: State | null, types: readonly TypeModel[]): Promise<Found> {
  const lists = await Promise.allSettled(
    types.map(async (type): Promise<Item[]> => {
      const fields = [
        'documentId',
        'updatedAt',
        ...(type.titleField === 'documentId' ? [] : [type.titleField]),
      ];
      const { data } = await ask<{ data: Record<string, unknown>[] }>(
        documentsAt(type.uid) +
          queryOf({
            publicationFilter: state === null ? undefined : STATE_FILTERS[state],
            status: statusOf(type),
            fields,
            sort: sortOf(NEWEST),
            // One more than the card shows: there are more.
            pagination: { pageSize: SHOWN + 1, withCount: false },
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
  const [error = null] = lists.flatMap((list, index) =>
    list.status === 'rejected' ? [new Error(`${types[index]?.title}: ${messageOf(list.reason)}`)] : [],
  );
  const read = lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []));
  const all = read.toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1));
  const left = new Set(all.slice(SHOWN).map(({ type }) => type));
  return { items: all.slice(0, SHOWN), more: types.filter((type) => left.has(type)), error };
}

interface CardProps {
  readonly title: string;
  /** null: documents of each state. */
  readonly state: State | null;
  readonly types: readonly TypeModel[];
}

function Card({ title, state, types }: CardProps) {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    void latest(state, types).then(setFound);
  }, []);
  const items = found?.items;
  if (types.length === 0) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      <Failure error={found?.error} />
      {items?.length === 0 && found?.error === null && <p class="nothing">{t('Nothing')}</p>}
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
      {state !== null && found !== null && found.more.length > 0 && (
        <ul class="ways">
          {found.more.map(({ uid, title: name }) => (
            <li key={uid}>
              <a
                href={`${path}/types/${uid}${queryOf({ filters: withState('', state) })}`}
                aria-label={`${t('All in {name}', { name })} (${title})`}
              >
                {t('All in {name}', { name })}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function Unsaved() {
  const [texts, setTexts] = useState<readonly Recovered[]>([]);
  useEffect(() => {
    recallAll().then(
      (all) => setTexts(all.filter(({ key }) => key.startsWith(`${known().user.id}|`))),
      () => undefined,
    );
  }, []);
  const places = texts.map(({ key }) => {
    const [, type = '', documentId = '', locale = ''] = key.split('|');
    return { type, documentId, locale: locale === '' ? null : locale };
  });
  const titleOf = useTitles(places.filter(({ documentId }) => documentId !== 'new'));
  if (texts.length === 0) return null;
  return (
    <section class="card">
      <h2>{t('Texts that the server does not have')}</h2>
      <ul>
        {places.map((place, index) => {
          const { type: uid, documentId, locale } = place;
          const { key = '', at = 0, changes = {} } = texts[index] ?? {};
          const type = typeOf(uid);
          const title = (type && textOf(changes[type.titleField])) ?? titleOf(place);
          return (
            <li key={key}>
              <a href={`${path}/types/${uid}/${documentId}${queryOf({ locale })}`}>
                {type?.title ?? uid}
                {title !== null && (
                  <>
                    : <bdi>{title}</bdi>
                  </>
                )}
              </a>{' '}
              <small>{dateAndTimeOf(at)}</small>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** More of them are folded. */
const SHOWN_TYPES = 8;

const TypeLinks = ({ types }: { readonly types: readonly TypeModel[] }) => (
  <ul class="ways">
    {types.map(({ uid, title }) => (
      <li key={uid}>
        <a href={`${path}/types/${uid}`} dir="auto">
          {title}
        </a>
      </li>
    ))}
  </ul>
);

function Types({ title, types }: { readonly title: string; readonly types: readonly TypeModel[] }) {
  const more = types.slice(SHOWN_TYPES);
  if (types.length === 0) return null;
  return (
    <section class="card">
      <h2>{title}</h2>
      <TypeLinks types={types.slice(0, SHOWN_TYPES)} />
      {more.length > 0 && (
        <details>
          <summary>{plural(more.length, 'and {count} other', 'and {count} others')}</summary>
          <TypeLinks types={more} />
        </details>
      )}
    </section>
  );
}

export function Home() {
  usePageTitle(t('Home'));
  const readers = known().types.filter(
    ({ actions, kind }) => actions.includes('find') && kind === 'collectionType',
  );
  const listed = known().types.filter(isListed);
  const drafts = readers.filter((type) => statusOf(type) === 'draft');
  return (
    <section>
      <h1>{siteName}</h1>
      <div class="cards">
        <Unsaved />
        <FailedPlans />
        <Card title={t('Never published')} state="draft" types={drafts} />
        <Card title={t('Changed, not live')} state="changed" types={drafts} />
        <Card title={t('Recently edited')} state={null} types={readers} />
        <Types title={t('Collection types')} types={listed.filter(({ kind }) => kind === 'collectionType')} />
        <Types title={t('Single types')} types={listed.filter(({ kind }) => kind === 'singleType')} />
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

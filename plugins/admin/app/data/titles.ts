// The titles of documents of several types, for lists that name documents by their ids.
import { useEffect, useState } from 'preact/hooks';
import { ask } from './client';
import { FILE, FIND_FILES, filesAt } from './files';
import { documentsAt, hasLocales, may, statusOf, titleFieldOf, typeOf } from './model';
import { queryOf } from './query';
import { FIND_USERS, USER, usersAt } from './users';

export interface Named {
  readonly type: string;
  readonly documentId: string;
  /** Absent, null and `*`: the default locale. */
  readonly locale?: string | null | undefined;
}

type Row = Readonly<Record<string, unknown>> & { readonly documentId: string };

interface OwnRoute {
  readonly titleField: string;
  readonly action: string;
  readonly at: () => string;
}

/** Types with routes of their own. */
const OWN_ROUTES: Readonly<Record<string, OwnRoute>> = {
  [USER]: { titleField: 'username', action: FIND_USERS, at: usersAt },
  [FILE]: { titleField: 'name', action: FIND_FILES, at: filesAt },
};

/** An address has a limited length. */
const MOST = 50;

const groupOf = ({ type, locale }: Named): string =>
  JSON.stringify([type, locale === '*' ? null : (locale ?? null)]);
const keyOf = (document: Named): string => `${groupOf(document)} ${document.documentId}`;

/** Says the title of a document; null: it is not read yet, or the role may not read it. */
export function useTitles(documents: readonly Named[]): (document: Named) => string | null {
  const [titles, setTitles] = useState<ReadonlyMap<string, string>>(new Map());
  const keys = [...new Set(documents.map(keyOf))].join('\n');
  useEffect(() => {
    const abort = new AbortController();
    const groups = new Map<string, Named[]>();
    for (const document of new Map(documents.map((each) => [keyOf(each), each])).values())
      groups.set(groupOf(document), [...(groups.get(groupOf(document)) ?? []), document]);
    for (const group of groups.values())
      for (let start = 0; start < group.length; start += MOST)
        readTitles(group.slice(start, start + MOST), abort.signal).then(
          (found) => {
            if (!abort.signal.aborted) setTitles((now) => new Map([...now, ...found]));
          },
          // The list shows ids in place of titles.
          () => undefined,
        );
    return () => abort.abort();
  }, [keys]);
  return (document) => titles.get(keyOf(document)) ?? null;
}

async function readTitles(
  group: readonly Named[],
  signal: AbortSignal,
): Promise<readonly (readonly [string, string])[]> {
  const [first] = group;
  if (!first) return [];
  const { type: uid, locale = null } = first;
  const titleField = OWN_ROUTES[uid]?.titleField ?? titleFieldOf(uid);
  const found = new Map<string, string>();
  const read = async (ids: readonly string[], place: string | null): Promise<void> => {
    const filters = { documentId: { $in: ids } };
    const words = { fields: ['documentId', titleField], filters };
    for (const { documentId, [titleField]: title } of await readRows(uid, place, words, signal))
      if (typeof title === 'string' && title !== '' && !found.has(documentId)) found.set(documentId, title);
  };
  const ids = group.map(({ documentId }) => documentId);
  const isDefault = locale === null || locale === '*';
  await read(ids, isDefault ? null : locale);
  // A document may have no text in the default locale.
  const missing = ids.filter((documentId) => !found.has(documentId));
  const type = typeOf(uid);
  if (missing.length > 0 && isDefault && type && hasLocales(type)) await read(missing, '*');
  return [...found].map(([documentId, title]) => [keyOf({ ...first, documentId }), title] as const);
}

async function readRows(
  uid: string,
  locale: string | null,
  words: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const own = OWN_ROUTES[uid];
  if (own) {
    if (!may(own.action)) return [];
    return (await ask<readonly Row[]>(own.at() + queryOf({ ...words, limit: MOST }), { signal })).data;
  }
  const type = typeOf(uid);
  if (!type?.actions.includes('find')) return [];
  const pagination = { pageSize: MOST, withCount: false };
  const query = queryOf({ ...words, status: statusOf(type), locale, pagination });
  const { data } = await ask<{ data: readonly Row[] | Row | null }>(`${documentsAt(uid)}${query}`, {
    signal,
  });
  if (data.data === null) return [];
  return 'documentId' in data.data ? [data.data as Row] : (data.data as readonly Row[]);
}

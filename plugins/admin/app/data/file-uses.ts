// Where a file is used: the documents that show it in a media attribute or in a text, also inside components and dynamic zones.
import { useEffect, useState } from 'preact/hooks';
import { ApiError, ask } from './client';
import { type File, filesAt } from './files';
import {
  type AttributeModel,
  defaultLocale,
  hasDrafts,
  hasLocales,
  known,
  seesDrafts,
  type TypeModel,
  typeOf,
} from './model';
import { queryOf } from './query';
import { type UseRow, usesInTexts } from './text-uses';

export interface FileUse {
  readonly uid: string;
  readonly documentId: string;
  readonly title: string;
  /** The locale of the title: that of the lists, if the document uses the file there. null: the type has no locales. */
  readonly locale: string | null;
}

export interface FileUses {
  readonly documents: readonly FileUse[];
  /** The server lists no more than a thousand rows. */
  readonly isCut: boolean;
}

type Related = UseRow & { readonly __type: string };

/** The documents that the role may read: the published ones, and drafts. */
export async function usesOfFile({ id, hash }: Pick<File, 'id' | 'hash'>): Promise<FileUses> {
  const { types, targets } = known();
  const readable = types.filter((type) => type.actions.includes('find'));
  const shown = readable.filter((type) => holdsMedia(type.attributes));
  const found = new Map<string, FileUse>();
  let isCut = false;
  const note = (uid: string, { documentId, locale }: UseRow, title: unknown): void => {
    const key = `${uid} ${documentId}`;
    if (found.has(key) && locale !== defaultLocale()) return;
    const of = typeof locale === 'string' ? locale : null;
    found.set(key, { uid, documentId, title: String(title ?? documentId), locale: of });
  };
  const add = async (titles: ReadonlyMap<string, string>, status?: 'draft'): Promise<void> => {
    if (titles.size === 0) return;
    const on = Object.fromEntries([...titles].map(([uid, title]) => [uid, { fields: fieldsOf(uid, title) }]));
    const words = { filters: { id }, fields: ['name'], populate: { related: { on } }, locale: '*', status };
    try {
      const { data } = await ask<readonly { readonly related?: readonly Related[] }[]>(
        filesAt() + queryOf(words),
      );
      for (const document of data[0]?.related ?? []) {
        const { __type: uid } = document;
        note(uid, document, document[titles.get(uid) ?? '']);
      }
    } catch (error) {
      if (!(error instanceof ApiError && error.details.key === 'related')) throw error;
      isCut = true;
    }
  };
  const others = Object.entries(targets).map(([uid, { titleField }]) => [uid, titleField] as const);
  await add(new Map([...shown.map((type) => [type.uid, titleOf(type)] as const), ...others]));
  const drafts = shown.filter((type) => hasDrafts(type) && seesDrafts(type));
  await add(new Map(drafts.map((type) => [type.uid, titleOf(type)])), 'draft');
  const inTexts = async (type: TypeModel, part: string): Promise<void> => {
    const uses = await usesInTexts(type, part);
    isCut ||= uses.isCut;
    for (const row of uses.rows) note(type.uid, row, row[type.titleField]);
  };
  if (hash) await Promise.all(readable.map((type) => inTexts(type, hash)));
  return { documents: [...found.values()], isCut };
}

/** The routes of files show no private attributes. */
function titleOf({ titleField, attributes }: TypeModel): string {
  const isPrivate = attributes.some(({ name, private: own }) => name === titleField && own);
  return isPrivate ? 'documentId' : titleField;
}

function fieldsOf(uid: string, title: string): readonly string[] {
  const type = typeOf(uid);
  return type && hasLocales(type) ? [title, 'locale'] : [title];
}

function holdsMedia(attributes: readonly AttributeModel[], seen: ReadonlySet<string> = new Set()): boolean {
  return attributes.some(({ type, component, components = [] }) => {
    if (type === 'media') return true;
    const inner = component === undefined ? components : [component];
    return inner.some(
      (uid) =>
        !seen.has(uid) && holdsMedia(known().components[uid]?.attributes ?? [], new Set([...seen, uid])),
    );
  });
}

export interface LoadedUses {
  /** null: on their way, or not known. */
  readonly uses: FileUses | null;
  readonly error: unknown;
}

export function useUsesOf({ id, hash }: File): LoadedUses {
  const [loaded, setLoaded] = useState<LoadedUses>({ uses: null, error: null });
  useEffect(() => {
    let isLate = false;
    const keep = (next: LoadedUses): void => {
      if (!isLate) setLoaded(next);
    };
    usesOfFile({ id, hash }).then(
      (uses) => keep({ uses, error: null }),
      (error: unknown) => keep({ uses: null, error }),
    );
    return () => {
      isLate = true;
    };
  }, [id, hash]);
  return loaded;
}

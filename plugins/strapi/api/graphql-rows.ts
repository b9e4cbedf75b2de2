// Documents that resolvers of the project return, for the plugin graphql: their rows, and what the caller may read below them.
import { type ContentType, type RequestContext, type Visibility, withVisibility } from '../../../core';
import type { Rights } from '../content/scope';

/** Of the plugin graphql. */
export interface RowsOfCode {
  placeOf(type: ContentType, document: object): RowPlace | null;
  rightsOn(type: ContentType, request: RequestContext): Promise<Visibility>;
  showing(type: ContentType, words: RowWords, visibility: Visibility): Visibility;
}

type RowWords = Readonly<Record<string, string>>;

interface RowPlace {
  readonly id: number;
  readonly reads: readonly RowWords[];
}

export function graphqlRows(rightsOf: (request: RequestContext, uid: string) => Promise<Rights>): RowsOfCode {
  const has = (type: ContentType, axis: string): boolean => type.axes.some((one) => one.axis.name === axis);
  return {
    placeOf(type, document) {
      const { id, locale, publishedAt } = document as Readonly<Record<string, unknown>>;
      if (typeof id !== 'number') return null;
      const inLocale: RowWords = has(type, 'locale')
        ? { locale: typeof locale === 'string' ? locale : '*' }
        : {};
      if (!has(type, 'status')) return { id, reads: [inLocale] };
      return { id, reads: statusesOf(publishedAt).map((status) => ({ ...inLocale, status })) };
    },
    rightsOn: async (type, request) => (await rightsOf(request, type.uid)).visibility,
    showing(type, words, visibility) {
      const readDraft = `${type.uid}.readDraft`;
      if (words.status !== 'draft' || visibility.allows(readDraft)) return visibility;
      // The code shows this draft. Other drafts of the type stay hidden.
      return withVisibility(visibility, {
        scope: JSON.stringify([visibility.scope, 'below drafts of code', type.uid]),
        allows: (action) => action === readDraft || visibility.allows(action),
        rowFilter(of, place) {
          const own = visibility.rowFilter?.(of, place) ?? null;
          if (of.uid !== type.uid || place === 'root') return own;
          const live = { publishedAt: { $notNull: true } };
          return own === null ? live : { $and: [own, live] };
        },
      });
    },
  };
}

/** Code may have read the row without `publishedAt`. */
const statusesOf = (publishedAt: unknown): readonly string[] => {
  if (publishedAt === undefined) return ['draft', 'published'];
  return [publishedAt === null ? 'draft' : 'published'];
};

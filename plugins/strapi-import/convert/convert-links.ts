// Links of the source → links to documents. Strapi links rows: the draft and the published row of one target are one link here.

import type { ContentType, RelationAttribute, Schema } from '../../../core';
import type { SourceLink } from '../source/source-document';

export interface DocumentLink {
  readonly type: string;
  readonly document: string;
  readonly pins: Readonly<Record<string, string>>;
  readonly order: number;
  readonly inverseOrder: number;
}

export interface ConvertedLinks {
  readonly links: readonly DocumentLink[];
  /** Rows that name the same document again. */
  readonly repeated: number;
  /** Rows whose target does not exist. */
  readonly lost: number;
}

export interface LinkContext {
  readonly schema: Schema;
  readonly defaultLocale: string;
  /** The documentId here: of a single type, a role or a locale, it may be another one. */
  documentOf(type: string, documentId: string): string;
}

const LOCALE = 'locale';

export function convertLinks(
  owner: ContentType,
  attribute: RelationAttribute,
  given: readonly SourceLink[],
  { schema, defaultLocale, documentOf }: LinkContext,
): ConvertedLinks {
  const links: DocumentLink[] = [];
  const seen = new Set<string>();
  let repeated = 0;
  let lost = 0;
  const isOwnLocale = owner.axes.some(({ axis }) => axis.name === LOCALE);
  for (const { type, documentId, locale, order, inverseOrder } of given) {
    const target = schema.types.get(type);
    if (documentId === null || !target) {
      lost += 1;
      continue;
    }
    const namesLocale =
      !isOwnLocale &&
      locale !== null &&
      locale !== defaultLocale &&
      target.axes.some(({ axis }) => axis.name === LOCALE);
    const pins: Record<string, string> = namesLocale ? { [LOCALE]: locale } : {};
    const document = documentOf(type, documentId);
    const key = `${type} ${document} ${namesLocale ? locale : ''}`;
    if (seen.has(key) || (!attribute.many && links.length > 0)) {
      repeated += 1;
      continue;
    }
    seen.add(key);
    links.push({ type, document, pins, order, inverseOrder });
  }
  return { links: inOrder(links), repeated, lost };
}

/** Places in a list are different numbers; Strapi may have ties. */
function inOrder(links: readonly DocumentLink[]): DocumentLink[] {
  let last = Number.NEGATIVE_INFINITY;
  return links.map((link) => {
    const order = link.order > last ? link.order : last + 1;
    last = order;
    return { ...link, order };
  });
}

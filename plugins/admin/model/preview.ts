// The address of the site that shows a document: `"preview": "https://example.org/{slug}?locale={locale}"` of a type.
import type { ContentType } from '../../../core';
import { wordsOf } from './words';

/** Only its values may vary, so the origin of a template is fixed. */
const INSIDE = 'https://inside.invalid';

function originOf(template: unknown): string | null {
  if (typeof template !== 'string') return null;
  try {
    const { protocol, origin } = new URL(template.replace(/\{\w+\}/g, 'x'), INSIDE);
    const fixed = new URL(template.replace(/\{\w+\}/g, 'y'), INSIDE).origin;
    return (protocol === 'http:' || protocol === 'https:') && origin === fixed ? origin : null;
  } catch {
    return null;
  }
}

/** The template of a type; null: it has none, or one that is no address of a fixed site. */
export function previewOf(type: ContentType): string | null {
  const { preview } = wordsOf(type.pluginOptions);
  return originOf(preview) === null ? null : String(preview);
}

/** The sites that the page may show in a frame. */
export const previewSites = (types: Iterable<ContentType>): readonly string[] => [
  ...new Set(
    [...types].flatMap((type) => {
      const origin = originOf(previewOf(type));
      return origin === null ? [] : [origin === INSIDE ? "'self'" : origin];
    }),
  ),
];

// The body of a PUT that publishes a page, checked by hand, and the values that it stores.

interface PageInput {
  readonly title: string;
  readonly slug: string;
  readonly cover: string;
  readonly tags: readonly string[];
  readonly seo: { readonly title: string; readonly text: string };
  readonly zone: readonly (
    | { readonly __component: 'zone.hero'; readonly heading: string; readonly image: string }
    | { readonly __component: 'zone.quote'; readonly text: string; readonly source: string }
  )[];
}

/** What a checked body stores. */
export interface PageValues {
  readonly page: Pick<PageInput, 'title' | 'slug' | 'cover' | 'tags'>;
  /** The ids of the files, each once. */
  readonly files: readonly string[];
  readonly seo: string;
  readonly zone: string;
}

const PATH = '/api/pages/';
let entry = 1_000_000_000;

/** The document that a PUT to this path changes; null for another request. */
export const pageOf = (method: string, url: string): string | null =>
  method === 'PUT' && url.startsWith(PATH) ? url.slice(PATH.length) : null;

/** null is a 400. */
export function pageValues(body: string): PageValues | null {
  const page = parsePage(body);
  if (!page) return null;
  const images = page.zone.flatMap((one) => (one.__component === 'zone.hero' ? [one.image] : []));
  return {
    page,
    files: [...new Set([page.cover, ...images])],
    seo: JSON.stringify({ id: ++entry, ...page.seo }),
    zone: JSON.stringify(page.zone.map(({ __component, ...one }) => ({ __component, id: ++entry, ...one }))),
  };
}

/** Later than both versions. */
export const momentAfter = (draft: unknown, shown: unknown): number =>
  Math.max(Date.now(), Date.parse(String(draft)) + 1, Date.parse(String(shown)) + 1);

function parsePage(body: string): PageInput | null {
  const { data } = JSON.parse(body) as { readonly data: PageInput };
  const isText = (value: unknown): boolean => typeof value === 'string';
  const isSound =
    isText(data.title) &&
    data.title !== '' &&
    isText(data.slug) &&
    isText(data.cover) &&
    data.tags.every(isText) &&
    isText(data.seo.title) &&
    isText(data.seo.text) &&
    data.zone.every((one) =>
      one.__component === 'zone.hero'
        ? isText(one.heading) && isText(one.image)
        : one.__component === 'zone.quote' && isText(one.text) && isText(one.source),
    );
  return isSound ? data : null;
}

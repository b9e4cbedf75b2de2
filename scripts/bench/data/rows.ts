// The rows of the bench. Nothing is random: a number gives the same row on every database and in every run.
import type { TypeName } from './model';

export type Values = readonly (string | number | boolean | null)[];

export const COUNTS = {
  author: 200,
  category: 20,
  tag: 100,
  file: 200,
  page: 200,
  offer: 200,
  product: 1000,
} as const;
export const TAGS_PER_ARTICLE = 3;

const WORDS =
  'river stone paper window garden winter letter answer market summer silver bridge corner yellow forest engine copper bottle lantern harbour meadow velvet thunder orchard'.split(
    ' ',
  );
const KINDS = ['news', 'blog', 'howto'] as const;
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Scattered over the index, as random ids are. */
export function documentIdOf(type: TypeName, number: number): string {
  let state = hashOf(`${type}:${number}`);
  let id = 'q';
  while (id.length < 24) {
    state = step(state);
    id += ALPHABET[state % ALPHABET.length];
  }
  return id;
}

/** One row: the values of `storedColumns(type)`, in that order. */
export function rowOf(type: TypeName, number: number): Values {
  const head = [number, documentIdOf(type, number)];
  const written = momentOf(number);
  return [...head, ...ownValues(type, number), written, written, ...linkValues(type, number)];
}

/** The links of one article, or of one product: source, target, order, inverse order. */
export function tagLinksOf(source: number): Values[] {
  return Array.from({ length: TAGS_PER_ARTICLE }, (_, index) => [
    source,
    documentIdOf('tag', ((source * 7 + index * 31) % COUNTS.tag) + 1),
    index + 1,
    source,
  ]);
}

function ownValues(type: TypeName, n: number): Values {
  switch (type) {
    case 'author':
      return [`Author ${words(n, 2)}`, `author${n}@example.com`, words(n, 20)];
    case 'category':
      return [`Category ${words(n, 1)} ${n}`];
    case 'tag':
      return [`${words(n, 1)} ${n}`, `#${(hashOf(`color ${n}`) % 0xffffff).toString(16).padStart(6, '0')}`];
    case 'file':
      return [
        `${words(n, 1)}-${n}.png`,
        `/uploads/${words(n, 1)}_${n}.png`,
        'image/png',
        800 + n,
        600 + n,
        n * 37,
      ];
    case 'article':
    case 'note':
      return [
        `${words(n, 4)} ${n}`,
        ...(type === 'article' ? [`${words(n, 3).replaceAll(' ', '-')}-${n}`, words(n + 1, 12)] : []),
        words(n + 2, 40),
        hashOf(`rating ${n}`) % 11,
        n % 3 !== 0,
        KINDS[n % KINDS.length] ?? null,
        momentOf(n * 17),
      ];
    // Decimals with 0, 1 and 2 digits after the point.
    case 'offer':
      return [`Offer ${words(n, 2)} ${n}`, n * 5, n * 3.7, n * 0.19, n / 4, n % 90].map((value) =>
        typeof value === 'number' ? Math.round(value * 100) / 100 : value,
      );
    case 'product':
      return [
        `${words(n, 4)} ${n}`,
        `${words(n, 3).replaceAll(' ', '-')}-${n}`,
        words(n + 1, 12),
        hashOf(`rating ${n}`) % 11,
        n % 3 !== 0,
        KINDS[n % KINDS.length] ?? null,
        momentOf(n * 17),
        Math.round(n * 3.7 * 100) / 100,
        JSON.stringify({
          size: { width: n % 90, height: n % 70 },
          colors: words(n, 3).split(' '),
          isNew: n % 2 === 0,
        }),
      ];
    case 'page':
      return [`Page ${words(n, 3)}`, `page-${n}`];
  }
}

function linkValues(type: TypeName, n: number): Values {
  if (type === 'article')
    return [
      documentIdOf('author', (hashOf(`author ${n}`) % COUNTS.author) + 1),
      n,
      documentIdOf('category', (n % COUNTS.category) + 1),
      n,
    ];
  if (type === 'product') return [documentIdOf('author', (hashOf(`author ${n}`) % COUNTS.author) + 1), n];
  if (type === 'page') return [documentIdOf('file', (n % COUNTS.file) + 1), n, JSON.stringify(zoneOf(n))];
  return [];
}

/** Ten entries of five kinds. The keys have the order of stored entries. */
function zoneOf(n: number): object[] {
  const some = (type: 'author' | 'file', index: number): string =>
    documentIdOf(type, ((n * 13 + index * 5) % COUNTS[type]) + 1);
  return Array.from({ length: 10 }, (_, index) => {
    const id = n * 100 + index + 1;
    switch (index % 5) {
      case 0:
        return {
          id,
          heading: words(id, 4),
          text: words(id, 25),
          image: some('file', index),
          __component: 'zone.hero',
        };
      case 1:
        return {
          id,
          text: words(id, 15),
          source: words(id, 2),
          author: some('author', index),
          __component: 'zone.quote',
        };
      case 2:
        return {
          id,
          title: words(id, 3),
          files: [0, 1, 2].map((each) => some('file', index + each)),
          __component: 'zone.gallery',
        };
      case 3:
        return {
          id,
          title: words(id, 3),
          items: [1, 2, 3].map((each) => ({
            id: id * 10 + each,
            label: words(id + each, 2),
            url: `/go/${id}/${each}`,
          })),
          __component: 'zone.links',
        };
      default:
        return {
          id,
          title: words(id, 3),
          articles: [0, 1].map((each) => documentIdOf('article', ((n * 3 + index + each) % 1000) + 1)),
          __component: 'zone.refs',
        };
    }
  });
}

const momentOf = (n: number): string => new Date(Date.UTC(2024, 0, 1) + n * 61_001).toISOString();

function words(seed: number, count: number): string {
  let state = hashOf(`words ${seed}`);
  const list: string[] = [];
  while (list.length < count) {
    state = step(state);
    list.push(WORDS[state % WORDS.length] ?? '');
  }
  return list.join(' ');
}

function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619) >>> 0;
  return step(hash || 1);
}

function step(state: number): number {
  let next = state ^ (state << 13);
  next ^= next >>> 17;
  next ^= next << 5;
  return next >>> 0;
}

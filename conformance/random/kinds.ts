// The content types that the random part uses, and the values that it writes. Small ranges make equal values frequent.

export type Value = string | number | boolean | null;

/** How values compare, and which operators a question may use. */
export type Shape = 'text' | 'number' | 'day' | 'moment' | 'word' | 'boolean' | 'nullable';

export interface Attribute {
  readonly shape: Shape;
  readonly from: readonly Value[];
  /** Each locale has its own value; a shared value is the same in all locales. */
  readonly isLocalized?: true;
  /** Never null. */
  readonly isRequired?: true;
}

export interface Link {
  readonly to: KindName;
  readonly isMany: boolean;
  /** The attribute of the target that mirrors the relation. */
  readonly mirror?: string;
  /** Only our decisions say what such a relation shows. */
  readonly isOwn?: true;
}

export interface Kind {
  /** The attribute that marks the documents of one world. */
  readonly mark?: string;
  readonly hasDrafts: boolean;
  readonly hasLocales: boolean;
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly links: Readonly<Record<string, Link>>;
  /** Relations that the other side stores. */
  readonly mirrors: Readonly<Record<string, { readonly of: KindName; readonly link: string }>>;
  /** Repeatable components and zones, with the entries that they may have. */
  readonly parts: Readonly<Record<string, readonly Part[]>>;
}

export type Part = Readonly<Record<string, Value>>;
export type KindName = 'plains' | 'groups' | 'labels' | 'articles' | 'categories' | 'tags' | 'authors';

/** The second locale is frequent, the third is rare. */
export const LOCALES = ['en', 'fr', 'fr', 'fr', 'de'] as const;
export const NAMES = ['ant', 'bee', 'cat', 'dog', 'eel', 'fox'];

const numbers = (...from: number[]): Attribute => ({ shape: 'number', from });
const days: Attribute = { shape: 'day', from: ['1999-12-31', '2024-02-28', '2024-02-29', '2024-10-01'] };
const moments: Attribute = {
  shape: 'moment',
  from: ['1999-12-31T23:00:00.000Z', '2024-01-15T09:00:00.000Z', '2024-01-15T10:00:00.000Z'],
};
/** The same moments in another spelling. */
export const SPELLINGS: readonly Value[] = ['2000-01-01T01:00:00+02:00', '2024-01-15T04:00:00-05:00'];
const texts = ['ant', 'Ant', 'ANT hill', 'bee', 'Bee_line', '50% off', 'a_b', 'anthill'];

/** A document with a name, that others refer to. */
const named = (mirrors: Kind['mirrors'], hasDrafts = false): Kind => ({
  hasDrafts,
  hasLocales: false,
  attributes: { name: { shape: 'text', from: NAMES, isRequired: true } },
  links: {},
  mirrors,
  parts: {},
});

export const KINDS: Readonly<Record<KindName, Kind>> = {
  plains: {
    mark: 'mail',
    hasDrafts: false,
    hasLocales: false,
    attributes: {
      name: { shape: 'text', from: texts, isRequired: true },
      n: numbers(-20, -3, 0, 3, 9, 10, 100),
      ratio: numbers(-2.5, 0, 0.25, 2.25, 10.5, 100.75),
      price: numbers(-2.5, 0, 0.05, 2.25, 9.99, 10.5),
      day: days,
      moment: moments,
      flag: { shape: 'boolean', from: [true, false] },
      kind: { shape: 'word', from: ['a', 'b', 'c'] },
      body: { shape: 'nullable', from: ['text', null] },
    },
    links: {
      group: { to: 'groups', isMany: false, mirror: 'plains' },
      labels: { to: 'labels', isMany: true, mirror: 'plains' },
    },
    mirrors: {},
    parts: {},
  },
  groups: named({ plains: { of: 'plains', link: 'group' } }),
  labels: named({ plains: { of: 'plains', link: 'labels' } }),
  articles: {
    mark: 'contact',
    hasDrafts: true,
    hasLocales: true,
    attributes: {
      title: { shape: 'text', from: texts, isLocalized: true, isRequired: true },
      summary: { shape: 'nullable', from: ['text', null], isLocalized: true },
      rating: numbers(0, 1, 5, 9, 10),
      price: numbers(-2.5, 0, 0.05, 2.25, 9.99, 10.5),
      day: days,
      moment: moments,
      active: { shape: 'boolean', from: [true, false] },
      kind: { shape: 'word', from: ['blog', 'howto', 'news'] },
    },
    links: {
      category: { to: 'categories', isMany: false, mirror: 'articles' },
      tags: { to: 'tags', isMany: true, mirror: 'articles' },
      author: { to: 'authors', isMany: false, mirror: 'articles', isOwn: true },
      related: { to: 'articles', isMany: true, isOwn: true },
    },
    mirrors: {},
    parts: {
      links: NAMES.map((label, at) => ({ label, href: `/${label}`, external: at % 2 === 0 })),
      zone: [
        ...NAMES.map((text) => ({ __component: 'shared.quote', text, by: 'ant' })),
        ...NAMES.map((caption) => ({ __component: 'shared.slider', caption })),
      ],
    },
  },
  categories: named({ articles: { of: 'articles', link: 'category' } }),
  tags: named({ articles: { of: 'articles', link: 'tags' } }),
  authors: named({ articles: { of: 'articles', link: 'author' } }, true),
};

/** Parts whose entries a filter may ask. */
export const ASKED_PARTS: Readonly<Record<string, Readonly<Record<string, Attribute>>>> = {
  links: { label: { shape: 'text', from: NAMES, isRequired: true } },
};

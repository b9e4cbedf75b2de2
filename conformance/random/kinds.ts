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
  /** One-to-one: a target leaves the document that had it. */
  readonly isExclusive?: true;
  /** All locales have the same links. */
  readonly isShared?: true;
  /** Only our decisions say what such a relation shows. */
  readonly isOwn?: true;
  /** A link may name the locale and the status of its target. */
  readonly mayPin?: true;
}

/** The structure of a document or an entry of a component. */
export interface Structure {
  readonly attributes: Readonly<Record<string, Attribute>>;
  readonly links: Readonly<Record<string, Link>>;
  readonly parts: Readonly<Record<string, PartField>>;
  /** Relations that the other side stores. */
  readonly mirrors: Readonly<Record<string, Mirror>>;
}

/** A component, a list of components, or a zone. */
export interface PartField {
  readonly of: Readonly<Record<string, Structure>>;
  readonly isMany: boolean;
  readonly isZone: boolean;
  /** All locales have the same entries. */
  readonly isShared?: true;
}

export interface Kind extends Structure {
  /** The attribute that marks the documents of one world. */
  readonly mark?: string;
  /** The attribute that names a document which others refer to. */
  readonly label?: string;
  readonly hasDrafts: boolean;
  readonly hasLocales: boolean;
}

export interface Mirror {
  readonly of: KindName;
  readonly link: string;
  readonly isOne?: true;
}

export type KindName =
  | 'plains'
  | 'groups'
  | 'labels'
  | 'articles'
  | 'categories'
  | 'tags'
  | 'authors'
  | 'samples'
  | 'pointers'
  | 'restaurants';

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
const flags: Attribute = { shape: 'boolean', from: [true, false] };
const texts = ['ant', 'Ant', 'ANT hill', 'bee', 'Bee_line', '50% off', 'a_b', 'anthill'];

const text = (from: readonly string[]): Attribute => ({ shape: 'text', from });
const names = text(NAMES);
const localized = (attribute: Attribute): Attribute => ({ ...attribute, isLocalized: true });
const required = (attribute: Attribute): Attribute => ({ ...attribute, isRequired: true });
const nullable: Attribute = { shape: 'nullable', from: ['text', null] };

const component = (
  attributes: Structure['attributes'],
  more: Partial<Omit<Structure, 'attributes'>> = {},
): Structure => ({ attributes, links: {}, parts: {}, mirrors: {}, ...more });
const link = component({ label: names, href: text(['/a', '/b']), external: flags });
const quote = component({ text: names, by: names });
const slider = component({ caption: names });
const ref = component(
  { label: names },
  { links: { target: { to: 'tags', isMany: false }, authors: { to: 'authors', isMany: true, isOwn: true } } },
);
const list = (name: string, of: Structure): PartField => ({
  of: { [name]: of },
  isMany: true,
  isZone: false,
});
const single = (name: string, of: Structure): PartField => ({ ...list(name, of), isMany: false });
const zone = (of: PartField['of']): PartField => ({ of, isMany: true, isZone: true });
const seo = component(
  { metaTitle: required(text(texts)), metaDescription: names },
  { parts: { metas: list('shared.meta', component({ key: names, value: text(texts) })) } },
);

const pins: Structure['links'] = {
  place: { to: 'restaurants', isMany: false, mayPin: true },
  places: { to: 'restaurants', isMany: true, mayPin: true },
  authors: { to: 'authors', isMany: true, mayPin: true },
  sample: { to: 'samples', isMany: false, mayPin: true },
};
const pin = component({ label: names }, { links: pins });

/** A document with a name, that others refer to. */
const named = (mirrors: Kind['mirrors'], hasDrafts = false): Kind => ({
  ...component({ name: required(names) }, { mirrors }),
  label: 'name',
  hasDrafts,
  hasLocales: false,
});

export const KINDS: Readonly<Record<KindName, Kind>> = {
  plains: {
    mark: 'mail',
    hasDrafts: false,
    hasLocales: false,
    attributes: {
      name: required(text(texts)),
      n: numbers(-20, -3, 0, 3, 9, 10, 100),
      ratio: numbers(-2.5, 0, 0.25, 2.25, 10.5, 100.75),
      price: numbers(-2.5, 0, 0.05, 2.25, 9.99, 10.5),
      day: days,
      moment: moments,
      flag: flags,
      kind: { shape: 'word', from: ['a', 'b', 'c'] },
      body: nullable,
    },
    links: {
      group: { to: 'groups', isMany: false },
      labels: { to: 'labels', isMany: true },
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
      title: localized(required(text(texts))),
      summary: localized(nullable),
      rating: numbers(0, 1, 5, 9, 10),
      price: numbers(-2.5, 0, 0.05, 2.25, 9.99, 10.5),
      day: days,
      moment: moments,
      active: flags,
      kind: { shape: 'word', from: ['blog', 'howto', 'news'] },
    },
    links: {
      category: { to: 'categories', isMany: false },
      tags: { to: 'tags', isMany: true },
      author: { to: 'authors', isMany: false, isOwn: true },
      related: { to: 'articles', isMany: true, isOwn: true },
    },
    mirrors: {},
    parts: {
      links: list('shared.link', link),
      zone: zone({ 'shared.quote': quote, 'shared.slider': slider }),
    },
  },
  categories: named({ articles: { of: 'articles', link: 'category' } }),
  tags: named({ articles: { of: 'articles', link: 'tags' } }),
  authors: named({ articles: { of: 'articles', link: 'author' } }, true),
  samples: {
    mark: 'mail',
    hasDrafts: true,
    hasLocales: true,
    attributes: {
      name: localized(required(text(texts))),
      n: localized(numbers(-20, -3, 0, 3, 9, 10, 100)),
      ratio: numbers(-2.5, 0, 0.25, 10.5),
      at: localized({ shape: 'day', from: ['00:00:00.000', '09:30:00.000', '09:30:00.001', '23:59:59.999'] }),
      stamp: moments,
      body: localized(nullable),
    },
    links: {
      parent: { to: 'samples', isMany: false },
      mate: { to: 'samples', isMany: false, isExclusive: true },
      friends: { to: 'samples', isMany: true },
      tag: { to: 'tags', isMany: false, isShared: true },
      tags: { to: 'tags', isMany: true, isShared: true },
      places: { to: 'restaurants', isMany: true },
      authors: { to: 'authors', isMany: true },
    },
    mirrors: {
      children: { of: 'samples', link: 'parent' },
      mateOf: { of: 'samples', link: 'mate', isOne: true },
      friendOf: { of: 'samples', link: 'friends' },
    },
    parts: {
      seo: single('shared.seo', seo),
      ref: { ...single('shared.ref', ref), isShared: true },
      refs: list('shared.ref', ref),
      zone: zone({ 'shared.quote': quote, 'shared.ref': ref, 'shared.seo': seo }),
    },
  },
  pointers: {
    ...component(
      { name: text(texts) },
      {
        links: {
          ...pins,
          author: { to: 'authors', isMany: false, mayPin: true },
          samples: { to: 'samples', isMany: true, mayPin: true },
        },
        parts: { pin: single('shared.pin', pin), pins: list('shared.pin', pin) },
      },
    ),
    mark: 'mail',
    hasDrafts: false,
    hasLocales: false,
  },
  restaurants: {
    ...component({ Name: localized(required(names)) }),
    label: 'Name',
    hasDrafts: false,
    hasLocales: true,
  },
};

/** The content types that a structure and its components refer to. */
export function targetsOf({ links, parts }: Structure): KindName[] {
  const inner = Object.values(parts).flatMap(({ of }) => Object.values(of).flatMap(targetsOf));
  return [...new Set([...Object.values(links).map(({ to }) => to), ...inner])];
}

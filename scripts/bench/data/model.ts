// The content types of the bench, as in schema files, and their columns. The limit's SQL, the seed and the tables of a self-test
// use the same list.

export type Engine = 'sqlite' | 'mysql' | 'postgres';
export type ColumnKind = 'string' | 'text' | 'integer' | 'boolean' | 'json' | 'double' | 'decimal';

/** Digits after the point of every decimal. */
export const SCALE = 2;

export interface Column {
  /** The key in an answer. */
  readonly key: string;
  readonly column: string;
  readonly kind: ColumnKind;
}

type Attributes = Readonly<Record<string, { readonly type: string; readonly [option: string]: unknown }>>;

export interface TypeModel {
  readonly singular: string;
  /** Also the name of the table. */
  readonly plural: string;
  readonly attributes: Attributes;
}

const relation = (kind: string, name: string, options: Readonly<Record<string, string>> = {}) => ({
  type: 'relation',
  relation: kind,
  target: `api::${name}.${name}`,
  ...options,
});

export const TYPES = {
  author: {
    singular: 'author',
    plural: 'authors',
    attributes: {
      name: { type: 'string', required: true },
      email: { type: 'email' },
      bio: { type: 'text' },
      articles: relation('oneToMany', 'article', { mappedBy: 'author' }),
    },
  },
  category: {
    singular: 'category',
    plural: 'categories',
    attributes: {
      name: { type: 'string', required: true },
      articles: relation('oneToMany', 'article', { mappedBy: 'category' }),
    },
  },
  tag: {
    singular: 'tag',
    plural: 'tags',
    attributes: {
      name: { type: 'string', required: true },
      color: { type: 'string' },
      articles: relation('manyToMany', 'article', { mappedBy: 'tags' }),
      notes: relation('manyToMany', 'note', { mappedBy: 'tags' }),
    },
  },
  /** A plain type, as media is for the upload plugin. */
  file: {
    singular: 'file',
    plural: 'files',
    attributes: {
      name: { type: 'string', required: true },
      url: { type: 'string' },
      mime: { type: 'string' },
      width: { type: 'integer' },
      height: { type: 'integer' },
      size: { type: 'integer' },
    },
  },
  article: {
    singular: 'article',
    plural: 'articles',
    attributes: {
      title: { type: 'string', required: true },
      slug: { type: 'string' },
      summary: { type: 'text' },
      body: { type: 'richtext' },
      rating: { type: 'integer', min: 0, max: 10 },
      active: { type: 'boolean' },
      kind: { type: 'enumeration', enum: ['news', 'blog', 'howto'] },
      moment: { type: 'datetime' },
      author: relation('manyToOne', 'author', { inversedBy: 'articles' }),
      category: relation('manyToOne', 'category', { inversedBy: 'articles' }),
      tags: relation('manyToMany', 'tag', { inversedBy: 'articles' }),
    },
  },
  /** The target of writes, so that the number of articles stays the same. */
  note: {
    singular: 'note',
    plural: 'notes',
    attributes: {
      title: { type: 'string', required: true },
      body: { type: 'text' },
      rating: { type: 'integer', min: 0, max: 10 },
      active: { type: 'boolean' },
      kind: { type: 'enumeration', enum: ['news', 'blog', 'howto'] },
      moment: { type: 'datetime' },
      tags: relation('manyToMany', 'tag', { inversedBy: 'notes' }),
    },
  },
  offer: {
    singular: 'offer',
    plural: 'offers',
    attributes: {
      name: { type: 'string', required: true },
      price: { type: 'decimal', precision: 10, scale: SCALE },
      cost: { type: 'decimal', precision: 10, scale: SCALE },
      tax: { type: 'decimal', precision: 10, scale: SCALE },
      weight: { type: 'decimal', precision: 10, scale: SCALE },
      stock: { type: 'integer' },
    },
  },
  /** The list of (g): scalars of most kinds, two relations. */
  product: {
    singular: 'product',
    plural: 'products',
    attributes: {
      name: { type: 'string', required: true },
      slug: { type: 'string' },
      summary: { type: 'text' },
      rating: { type: 'integer', min: 0, max: 10 },
      active: { type: 'boolean' },
      kind: { type: 'enumeration', enum: ['news', 'blog', 'howto'] },
      moment: { type: 'datetime' },
      price: { type: 'decimal', precision: 10, scale: SCALE },
      details: { type: 'json' },
      author: relation('manyToOne', 'author'),
      tags: relation('manyToMany', 'tag'),
    },
  },
  page: {
    singular: 'page',
    plural: 'pages',
    attributes: {
      title: { type: 'string', required: true },
      slug: { type: 'string' },
      cover: relation('manyToOne', 'file'),
      zone: {
        type: 'dynamiczone',
        components: ['zone.hero', 'zone.quote', 'zone.gallery', 'zone.links', 'zone.refs'],
      },
    },
  },
} satisfies Readonly<Record<string, TypeModel>>;

export type TypeName = keyof typeof TYPES;

export const COMPONENTS: Readonly<Record<string, Attributes>> = {
  'zone.hero': {
    heading: { type: 'string' },
    text: { type: 'text' },
    image: relation('oneToOne', 'file'),
  },
  'zone.quote': {
    text: { type: 'text' },
    source: { type: 'string' },
    author: relation('oneToOne', 'author'),
  },
  'zone.gallery': { title: { type: 'string' }, files: relation('oneToMany', 'file') },
  'zone.links': {
    title: { type: 'string' },
    items: { type: 'component', component: 'zone.link', repeatable: true },
  },
  'zone.link': { label: { type: 'string' }, url: { type: 'string' } },
  'zone.refs': { title: { type: 'string' }, articles: relation('oneToMany', 'article') },
};

const KINDS: Readonly<Record<string, ColumnKind>> = {
  string: 'string',
  email: 'string',
  enumeration: 'string',
  datetime: 'string',
  text: 'text',
  richtext: 'text',
  integer: 'integer',
  boolean: 'boolean',
  decimal: 'decimal',
  json: 'json',
};

/** The columns in an answer, in its order. */
export function answeredColumns(name: TypeName): Column[] {
  const own = Object.entries<{ readonly type: string }>(TYPES[name].attributes).flatMap(([key, { type }]) => {
    const kind = KINDS[type];
    return kind ? [{ key, column: toSnakeCase(key), kind }] : [];
  });
  return [
    { key: 'id', column: 'id', kind: 'integer' },
    { key: 'documentId', column: 'document_id', kind: 'string' },
    ...own,
    { key: 'createdAt', column: 'created_at', kind: 'string' },
    { key: 'updatedAt', column: 'updated_at', kind: 'string' },
  ];
}

/** All columns of the table, in the order of the seed's values. */
export function storedColumns(name: TypeName): Column[] {
  const links = Object.entries<{ readonly type: string; readonly relation?: unknown }>(
    TYPES[name].attributes,
  ).flatMap(([key, { type, relation: kind }]): Column[] => {
    if (type === 'dynamiczone') return [{ key, column: key, kind: 'json' }];
    if (type !== 'relation' || kind !== 'manyToOne') return [];
    return [
      { key, column: `${key}_doc`, kind: 'string' },
      { key, column: `${key}_ord`, kind: 'double' },
    ];
  });
  return [...answeredColumns(name), ...links];
}

export const LINK_TABLES = ['articles_tags_lnk', 'notes_tags_lnk', 'products_tags_lnk'] as const;
export const LINK_COLUMNS = ['source_id', 'target', 'ord', 'inv_ord'] as const;

const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

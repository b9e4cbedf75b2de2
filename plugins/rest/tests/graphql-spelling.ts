// Writes a random query as a GraphQL operation, in one of several spellings. Gives the answer the form of REST.
import fc from 'fast-check';
import { LISTS, RELATIONS, SCALARS, type Tree } from './random-queries';

/** How an operation is written; the documents must be the same. */
export interface Spelling {
  /** Lists as `stories_connection { nodes { … } }`: at the root, and inside documents. */
  readonly connection: boolean;
  readonly nested: boolean;
  readonly aliased: boolean;
  /** Arguments of the root field as variables. */
  readonly variables: boolean;
  /** Selections in fragments, beside fields that directives leave out. */
  readonly fragments: boolean;
  /** A field of the introspection makes graphql-js execute the whole operation. */
  readonly executed: boolean;
}

export const spelling: fc.Arbitrary<Spelling> = fc.record({
  connection: fc.boolean(),
  nested: fc.boolean(),
  aliased: fc.boolean(),
  variables: fc.boolean(),
  fragments: fc.boolean(),
  executed: fc.boolean(),
});

export interface Operation {
  readonly query: string;
  readonly variables: Tree;
}

const TYPE_NAMES: Record<string, string> = {
  story: 'Story',
  writer: 'Writer',
  label: 'Label',
  'parts.card': 'ComponentPartsCard',
  'parts.quote': 'ComponentPartsQuote',
};
const ROOTS: Record<string, readonly [one: string, many: string]> = {
  story: ['story', 'storys'],
  writer: ['writer', 'writers'],
  label: ['label', 'labels'],
};
const COMPONENTS: Record<string, string> = { card: 'parts.card', cards: 'parts.card' };
const UNIONS: Record<string, readonly string[]> = {
  zone: ['parts.card', 'parts.quote'],
  anything: ['writer', 'label'],
};
const TIMES = ['createdAt', 'updatedAt', 'publishedAt'];

const isEntry = (name: string): boolean => name.startsWith('parts.');
const partsOf = (name: string): readonly string[] =>
  name === 'story' ? [...Object.keys(COMPONENTS), ...Object.keys(UNIONS)] : [];

export function listOperation(name: string, words: Tree, spelling: Spelling): Operation {
  const { locale, status, filters, sort, pagination } = words;
  const given: Tree = { filters: toInput(filters), sort, pagination: pageOf(pagination), locale, status };
  const field = `${ROOTS[name]?.[1]}${spelling.connection ? '_connection' : ''}`;
  const documents = selection(name, words, spelling);
  const below = spelling.connection
    ? `{ nodes ${documents} pageInfo { page pageSize pageCount total } aggregate { count } }`
    : documents;
  return operation(name, field, given, below, spelling);
}

export function oneOperation(name: string, documentId: string, words: Tree, spelling: Spelling): Operation {
  const { locale, status } = words;
  return operation(
    name,
    ROOTS[name]?.[0] ?? '',
    { documentId, locale, status },
    selection(name, words, spelling),
    spelling,
  );
}

function operation(name: string, field: string, given: Tree, below: string, spelling: Spelling): Operation {
  const args = Object.entries(given).filter(([, value]) => value !== undefined);
  const extra = spelling.executed ? ' __schema { queryType { name } }' : '';
  if (!spelling.variables)
    return { query: `{ answer: ${field}${inBrackets(given)} ${below}${extra} }`, variables: {} };
  const types: Record<string, string> = {
    documentId: 'ID!',
    filters: `${TYPE_NAMES[name]}FiltersInput`,
    sort: '[String]',
    pagination: 'PaginationArg',
    locale: 'I18NLocaleCode',
    status: 'PublicationStatus',
  };
  const declared = args.map(([key]) => `$${key}: ${types[key]}`);
  const used = args.map(([key]) => `${key}: $${key}`);
  const list = (texts: readonly string[]): string => (texts.length === 0 ? '' : `(${texts.join(', ')})`);
  return {
    query: `query${list(declared)} { answer: ${field}${list(used)} ${below}${extra} }`,
    variables: Object.fromEntries(args.map(([key, value]) => [key, key === 'status' ? upper(value) : value])),
  };
}

const upper = (value: unknown): string => String(value).toUpperCase();

/** `withCount` is a word of REST alone. */
const pageOf = (pagination: unknown): unknown => {
  if (!pagination) return undefined;
  const { withCount: _, ...page } = pagination as Tree;
  return page;
};

// ── selections ──

function selection(name: string, node: Tree, spelling: Spelling): string {
  const named = Array.isArray(node.fields) ? (node.fields as readonly string[]) : allOf(name);
  const fields = [isEntry(name) ? 'id' : 'documentId', ...named.filter((field) => field !== 'id')];
  const populate = node.populate === '*' ? everythingOf(name) : ((node.populate ?? {}) as Tree);
  const parts = [
    ...fields.map((field) => `${alias(field, spelling)}${field}`),
    ...Object.entries(populate).map(([key, below]) => populated(name, key, below as Tree, spelling)),
  ].join(' ');
  if (!spelling.fragments) return `{ ${parts} }`;
  return `{ ... on ${TYPE_NAMES[name]} @include(if: true) { ${parts} } hidden: ${fields[0]} @skip(if: true) }`;
}

const allOf = (name: string): readonly string[] =>
  isEntry(name) ? (SCALARS[name] ?? []) : [...new Set([...(SCALARS[name] ?? []), ...TIMES])];

const everythingOf = (name: string): Tree =>
  Object.fromEntries([...Object.keys(RELATIONS[name] ?? {}), ...partsOf(name)].map((key) => [key, {}]));

const alias = (field: string, { aliased }: Spelling): string => (aliased ? `a_${field}: ` : '');

function populated(owner: string, key: string, node: Tree, spelling: Spelling): string {
  const members = owner === 'story' ? UNIONS[key] : undefined;
  if (members) return `${alias(key, spelling)}${key} ${union(members, node, spelling)}`;
  const target = COMPONENTS[key] ?? RELATIONS[owner]?.[key] ?? '';
  const args = LISTS.has(key) || key === 'cards' ? inBrackets(argumentsOf(node)) : '';
  const below = selection(target, node, spelling);
  if (!LISTS.has(key) || !spelling.nested) return `${alias(key, spelling)}${key}${args} ${below}`;
  return `${alias(`${key}_connection`, spelling)}${key}_connection${args} { nodes ${below} }`;
}

function argumentsOf({ filters, sort, start, limit }: Tree): Tree {
  return {
    filters: toInput(filters),
    sort,
    pagination: limit === undefined ? undefined : { start, limit },
  };
}

function union(members: readonly string[], node: Tree, spelling: Spelling): string {
  const on = (node.on ?? {}) as Readonly<Record<string, Tree>>;
  const fragments = members.map((name) => {
    const own = on[isEntry(name) ? name : `api::${name}.${name}`] ?? { populate: node.populate };
    return `... on ${TYPE_NAMES[name]} ${selection(name, own, spelling)}`;
  });
  return `{ __typename ${fragments.join(' ')} }`;
}

// ── arguments ──

/** `{ $or: [{ title: { $eq: "x" } }] }` → `{ or: [{ title: { eq: "x" } }] }` */
function toInput(filters: unknown): unknown {
  if (Array.isArray(filters)) return filters.map(toInput);
  if (typeof filters !== 'object' || filters === null) return filters;
  return Object.fromEntries(
    Object.entries(filters).map(([key, value]) => [key.replace('$', ''), toInput(value)]),
  );
}

function inBrackets(args: Tree): string {
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  const texts = given.map(([key, value]) => `${key}: ${key === 'status' ? upper(value) : literal(value)}`);
  return texts.length === 0 ? '' : `(${texts.join(', ')})`;
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{ ${entries.map(([key, inner]) => `${key}: ${literal(inner)}`).join(', ')} }`;
}

// ── answers ──

/** The documents of a GraphQL answer as REST writes them: without aliases, connections and type names. */
export function fromGraphql(value: unknown, isJson = false): unknown {
  if (isJson || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => fromGraphql(each));
  const found: Tree = {};
  for (const [given, inner] of Object.entries(value)) {
    const key = given.replace(/^a_/, '');
    if (key === '__typename') Object.assign(found, memberKey(String(inner)));
    else if (key.endsWith('_connection'))
      found[key.replace('_connection', '')] = fromGraphql((inner as { nodes: unknown }).nodes);
    else found[key] = fromGraphql(inner, key === 'data');
  }
  return found;
}

function memberKey(typeName: string): Tree {
  const [name = ''] = Object.entries(TYPE_NAMES).find(([, known]) => known === typeName) ?? [];
  return isEntry(name) ? { __component: name } : { __type: `api::${name}.${name}` };
}

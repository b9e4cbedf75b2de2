// A random operation for a schema: fields, arguments, fragments, directives, and variables with and without values. Aliases may be names of
// other fields.
import {
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';

export interface RandomOperation {
  readonly query: string;
  /** Several values for the same text. */
  readonly variables: readonly Readonly<Record<string, unknown>>[];
}

export interface RandomSources {
  readonly schema: GraphQLSchema;
  /** documentIds that exist. */
  readonly ids: readonly string[];
  readonly seed: number;
}

interface Variable {
  readonly declared: string;
  /** undefined: absent. */
  value(): unknown;
}

/** Root fields, and fields of a selection. */
const MOST_FIELDS = 5;
const DEEPEST = 5;

export function randomOperation({ schema, ids, seed }: RandomSources): RandomOperation {
  const random = generator(seed);
  const oneOf = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const chance = (share: number): boolean => random() < share;
  const below = (limit: number): number => Math.floor(random() * limit);
  const variables: Variable[] = [];
  const fragments: string[] = [];

  const variable = (type: string, literal: () => string, value: () => unknown): string => {
    const name = `$v${variables.length}`;
    const isRequired = type.endsWith('!');
    const fallback = chance(0.4) ? ` = ${literal()}` : '';
    const mayMiss = fallback !== '' || !isRequired;
    variables.push({
      declared: `${name}: ${type}${fallback}`,
      value: () => (mayMiss && chance(0.3) ? undefined : !isRequired && chance(0.15) ? null : value()),
    });
    return name;
  };
  /** A literal, or a variable. */
  const given = (type: string, value: () => unknown, print: (value: unknown) => string): string => {
    const literal = (): string => print(value());
    return chance(0.35) ? variable(type, literal, value) : literal();
  };
  const number = (least: number, most: number): string =>
    given('Int', () => least + below(most - least + 1), String);

  function pagination(): string {
    if (chance(0.2)) {
      const page = (): object => ({ start: below(2), limit: 1 + below(3) });
      return variable('PaginationArg', () => `{ limit: ${1 + below(3)} }`, page);
    }
    return oneOf([
      () => '{}',
      () => `{ limit: ${number(1, 4)} }`,
      () => `{ start: ${number(0, 2)}, limit: ${number(1, 4)} }`,
      () => `{ page: ${number(1, 2)}, pageSize: ${number(1, 3)} }`,
    ])();
  }

  function filters(type: GraphQLInputObjectType, depth: number): string {
    const fields = Object.values(type.getFields()).filter(({ name }) => !['and', 'or', 'not'].includes(name));
    const field = oneOf(fields);
    const inner = getNamedType(field.type) as GraphQLInputObjectType;
    const isOperators = inner.name.endsWith('FilterInput');
    if (!isOperators && depth === 0) return '{}';
    const text = isOperators
      ? `{ ${oneOf(['null', 'notNull'])}: ${given('Boolean', () => chance(0.5), String)} }`
      : filters(inner, depth - 1);
    return chance(0.2) ? `{ not: { ${field.name}: ${text} } }` : `{ ${field.name}: ${text} }`;
  }

  function argument(field: GraphQLField<unknown, unknown>, name: string): string | null {
    const type = field.args.find((each) => each.name === name)?.type;
    const named: GraphQLNamedType | undefined = type && getNamedType(type);
    if (!named) return null;
    if (name === 'documentId') return given('ID!', () => oneOf(ids), quoted);
    if (name === 'pagination') return pagination();
    if (name === 'sort') {
      const order = (): string => oneOf(['documentId:asc', 'documentId:desc', 'createdAt:desc']);
      return sortable(field) ? given('[String]', () => [order()], JSON.stringify) : null;
    }
    if (name === 'locale') return given(named.name, () => oneOf(['en', 'fr']), quoted);
    if (isEnumType(named))
      return given(
        named.name,
        () => oneOf(named.getValues()).name,
        (value) => String(value),
      );
    return isInputObjectType(named) ? filters(named, 2) : null;
  }

  function directive(): string {
    if (!chance(0.15)) return '';
    const condition = given('Boolean!', () => chance(0.6), String);
    return ` @${oneOf(['skip', 'include'])}(if: ${condition})`;
  }

  /** `taken`: keys of the selection, in all its fragments. */
  function fieldText(parent: GraphQLObjectType, depth: number, taken: Set<string>): string | null {
    const all = Object.values(parent.getFields());
    if (chance(0.1)) return aliased('__typename', all, taken);
    const field = oneOf(all.filter(({ type }) => depth > 0 || isLeafType(getNamedType(type))));
    if (!field) return null;
    // The documents of a connection may be selected once.
    if (field.name === 'nodes' && taken.has(ONCE)) return null;
    if (field.name === 'nodes') taken.add(ONCE);
    const key = aliased(field.name, all, taken);
    if (key === null) return null;
    const args = field.args.flatMap(({ name, type }) => {
      if (!isNonNullType(type) && chance(0.5)) return [];
      const text = argument(field, name);
      return text === null ? [] : [`${name}: ${text}`];
    });
    const inner = getNamedType(field.type);
    const selection = isLeafType(inner) ? '' : ` ${selectionText(inner, depth - 1)}`;
    return `${key}${args.length > 0 ? `(${args.join(', ')})` : ''}${directive()}${selection}`;
  }

  function aliased(
    name: string,
    all: readonly { readonly name: string }[],
    taken: Set<string>,
  ): string | null {
    const other = chance(0.5)
      ? oneOf([...all.map((each) => each.name), 'constructor', `a${below(5)}`])
      : name;
    if (taken.has(other)) return null;
    taken.add(other);
    return other === name ? name : `${other}: ${name}`;
  }

  function selectionText(type: GraphQLNamedType, depth: number, taken = new Set<string>()): string {
    // One field is always there: an empty selection is an error.
    const texts = [`t${taken.size}: __typename`];
    taken.add(`t${taken.size}`);
    for (let left = 1 + below(MOST_FIELDS); left > 0; left--) {
      if (isUnionType(type)) {
        const member = oneOf(type.getTypes());
        texts.push(`... on ${member.name}${directive()} ${selectionText(member, depth, taken)}`);
      } else if (isObjectType(type)) {
        const text = fieldText(type, depth, taken);
        if (text !== null) texts.push(chance(0.15) ? inFragment(type, text) : text);
      }
    }
    return `{ ${shuffled(texts).join(' ')} }`;
  }

  function inFragment(type: GraphQLObjectType, text: string): string {
    if (chance(0.5)) return `... on ${type.name}${directive()} { ${text} }`;
    fragments.push(`fragment F${fragments.length} on ${type.name} { ${text} }`);
    return `...F${fragments.length - 1}${directive()}`;
  }

  const shuffled = <T>(list: readonly T[]): T[] =>
    list
      .map((each) => [random(), each] as const)
      .sort(([a], [b]) => a - b)
      .map(([, each]) => each);

  const root = schema.getQueryType();
  if (!root) throw new Error('The schema has no queries');
  const fields = selectionText(root, DEEPEST);
  const declared = variables.map((each) => each.declared).join(', ');
  const values = () =>
    Object.fromEntries(
      variables.flatMap(({ value }, index) => {
        const found = value();
        return found === undefined ? [] : [[`v${index}`, found]];
      }),
    );
  return {
    query: `query${declared && `(${declared})`} ${fields} ${fragments.join(' ')}`.trim(),
    variables: [values(), values()],
  };
}

/** No name of GraphQL. */
const ONCE = '(nodes)';

const quoted = (value: unknown): string => JSON.stringify(value);

/** Components have no documentId. */
const sortable = ({ type }: GraphQLField<unknown, unknown>): boolean =>
  !getNamedType(type).name.startsWith('Component');

/** mulberry32 */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

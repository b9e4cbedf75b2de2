// Documents → the JSON text of an answer, by functions made once per selection. Only for generated fields. For other values, such as a null
// in a non-null field, these functions throw NEEDS_GRAPHQL_JS, and graphql-js runs the operation.
import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLResolveInfo,
  getArgumentValues,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isUnionType,
} from 'graphql';
import { coreErrors } from '../../../core';
import type { GraphqlModel } from '../model/model';
import { enumValueName } from '../model/names';
import { listsIn, populatedKey } from './look-ahead';
import { pageOfEntries } from './resolve-field';
import type { SelectionPlan } from './selection-plan';

const COLLECTION = 'ResponseCollection';

export const NEEDS_GRAPHQL_JS = Symbol('not covered');

/** The JSON text of documents, as the answer has it. */
export class JsonText {
  constructor(readonly text: string) {}
}

type Value = Readonly<Record<string, unknown>>;
type Write = (value: unknown) => string;

export interface Writing {
  readonly variables: Readonly<Record<string, unknown>>;
  readonly model: GraphqlModel;
  readonly amountLimit: number;
  /** `limits.answerBytes`. */
  readonly answerBytes: number;
  /** Is the resolver of the field the generated one? */
  isGenerated(field: Pick<GraphQLField<unknown, unknown>, 'resolve'>): boolean;
  /** The response keys that lead to the value, without the indexes of lists. */
  readonly path: GraphQLResolveInfo['path'];
}

/** The writer of one root field's value. */
export function writerOf(type: GraphQLOutputType, selection: SelectionPlan, writing: Writing): Write {
  if (isNonNullType(type)) {
    const inner = writerOf(type.ofType, selection, writing);
    return (value) => {
      if (value === null || value === undefined) throw NEEDS_GRAPHQL_JS;
      return inner(value);
    };
  }
  if (isListType(type)) return listWriter(writerOf(type.ofType, selection, writing), writing);
  if (isObjectType(type)) return objectWriter(type, selection, writing);
  if (isUnionType(type)) {
    const members = new Map(
      type.getTypes().map((member) => [member.name, objectWriter(member, selection, writing)] as const),
    );
    return (value) => {
      if (value === null) return 'null';
      const { __component, __type } = value as { __component?: string; __type?: string };
      const write = members.get(writing.model.facts.get(__component ?? __type ?? '')?.name ?? '');
      if (!write) throw NEEDS_GRAPHQL_JS;
      return write(value);
    };
  }
  if (isScalarType(type)) return scalarWriter(type.name, (value) => type.serialize(value));
  if (isEnumType(type)) return enumWriter(new Set(type.getValues().map(({ name }) => name)));
  throw NEEDS_GRAPHQL_JS;
}

function listWriter(each: Write, { answerBytes }: Writing): Write {
  return (value) => {
    if (value === null) return 'null';
    if (value instanceof JsonText) return value.text;
    const list = value as readonly unknown[];
    let text = '[';
    for (let i = 0; i < list.length; i++) {
      text += i === 0 ? each(list[i]) : `,${each(list[i])}`;
      if (text.length > answerBytes) throw coreErrors.ANSWER_TOO_LARGE(answerBytes);
    }
    return `${text}]`;
  };
}

function objectWriter(type: GraphQLObjectType, selection: SelectionPlan, writing: Writing): Write {
  const { answerBytes } = writing;
  const parts: FieldPart[] = [];
  const fields = writing.model.byName.get(type.name)?.fields;
  // Each of several lists has selections of its own.
  if (type.name.endsWith(COLLECTION) && listsIn(selection).length > 1) throw NEEDS_GRAPHQL_JS;
  /** Of scalars: their aliases share one text. */
  const written = new Map<string, OncePerObject>();
  for (const field of selection.fields(type.name)) {
    const { key, name } = field;
    const prefix = `${parts.length === 0 ? '{' : ','}${JSON.stringify(key)}:`;
    const path = { key, prev: writing.path, typename: type.name };
    const write = fieldWriter(type, field, { ...writing, path });
    const isScalar = fields?.get(name)?.kind === 'scalar';
    const other = isScalar ? parts.findIndex((part) => part.name === name) : -1;
    if (other === -1) parts.push({ prefix, write, name });
    else {
      const once = written.get(name) ?? new OncePerObject(write);
      if (!written.has(name)) parts[other] = { ...(parts[other] as FieldPart), write: once.write };
      written.set(name, once);
      parts.push({ prefix, write: once.write, name });
    }
  }
  return (value) => {
    if (value === null) return 'null';
    if (value instanceof JsonText) return value.text;
    let text = '';
    for (const { prefix, write } of parts) {
      text += prefix + write(value);
      if (text.length > answerBytes) throw coreErrors.ANSWER_TOO_LARGE(answerBytes);
    }
    for (const once of written.values()) once.forget();
    return text === '' ? '{}' : `${text}}`;
  };
}

interface FieldPart {
  readonly prefix: string;
  readonly write: Write;
  readonly name: string;
}

/** Writes a value of an object once, for all aliases. */
class OncePerObject {
  #of: unknown;
  #text = '';

  constructor(private readonly make: Write) {}

  readonly write: Write = (object) => {
    if (this.#of !== object) {
      this.#text = this.make(object);
      this.#of = object;
    }
    return this.#text;
  };

  forget(): void {
    this.#of = undefined;
    this.#text = '';
  }
}

function fieldWriter(type: GraphQLObjectType, selection: SelectionPlan, writing: Writing): Write {
  const { key, name } = selection;
  const [first] = selection.nodes;
  if (name === '__typename') return () => JSON.stringify(type.name);
  const definition = type.getFields()[name];
  if (!first || !definition) throw NEEDS_GRAPHQL_JS;
  const facts = writing.model.byName.get(type.name);
  const field = facts?.fields.get(name);
  if (!facts && definition.resolve) return resolvedWriter(definition, selection, writing);
  if (!facts) {
    // A connection or its page: plain values, made by the resolver of the root field.
    const write = writerOf(definition.type, selection, writing);
    return (value) => {
      const own = (value as Value)[name];
      return write(typeof own === 'function' ? own() : own);
    };
  }
  if (!field || field.kind === 'former' || !writing.isGenerated(definition)) throw NEEDS_GRAPHQL_JS;
  const write = writerOf(definition.type, selection, writing);
  if (field.kind === 'scalar') {
    const column = field.attribute.name;
    if (!field.attribute.type.graphql.values) return (value) => write(present((value as Value)[column]));
    return (value) => {
      const stored = present((value as Value)[column]);
      return write(typeof stored === 'string' ? enumValueName(stored) : stored);
    };
  }
  const at = populatedKey(key);
  const within = (list: unknown): unknown => {
    if (Array.isArray(list) && list.length > writing.amountLimit) throw NEEDS_GRAPHQL_JS;
    return list;
  };
  if (field.kind === 'relation' && field.connection)
    return (value) => write({ nodes: within(present((value as Value)[at])) });
  if (field.kind === 'relation') return (value) => write(within(present((value as Value)[at])));
  if (field.kind === 'component' && field.attribute.repeatable) {
    const { pagination } = getArgumentValues(definition, first, writing.variables);
    return (value) => write(pageOfEntries(present((value as Value)[at]) as unknown[] | null, pagination));
  }
  return (value) => write(present((value as Value)[at]));
}

/** A field of aggregates: its resolver finds what is read already. Of its arguments it needs `pagination`, which every plan knows. */
function resolvedWriter(
  definition: GraphQLField<unknown, unknown>,
  selection: SelectionPlan,
  writing: Writing,
): Write {
  const { path, amountLimit, variables } = writing;
  const { name, resolve } = definition;
  const [node] = selection.nodes;
  if (!node || !resolve || !writing.isGenerated(definition)) throw NEEDS_GRAPHQL_JS;
  const write = writerOf(definition.type, selection, writing);
  const args = getArgumentValues(definition, node, variables);
  const context = { limits: { amountLimit } };
  const info = { path, fieldName: name } as GraphQLResolveInfo;
  return (value) => {
    let found: unknown;
    try {
      found = resolve(value, args, context, info);
    } catch {
      // graphql-js gives the error its place.
      throw NEEDS_GRAPHQL_JS;
    }
    return write(found);
  };
}

/** Absent: the caller may not see it. */
function present(value: unknown): unknown {
  if (value === undefined) throw NEEDS_GRAPHQL_JS;
  return value;
}

/** The plain values of each scalar; others go through its own rules. */
function scalarWriter(name: string, serialize: (value: unknown) => unknown): Write {
  const isPlain = PLAIN[name];
  return (value) => {
    if (value === null) return 'null';
    if (isPlain?.(value)) return JSON.stringify(value);
    try {
      return JSON.stringify(serialize(value)) ?? 'null';
    } catch {
      throw NEEDS_GRAPHQL_JS;
    }
  };
}

/** A stored value that the enumeration has no longer is left to graphql-js. */
const enumWriter =
  (names: ReadonlySet<string>): Write =>
  (value) => {
    if (value === null) return 'null';
    if (typeof value !== 'string' || !names.has(value)) throw NEEDS_GRAPHQL_JS;
    return `"${value}"`;
  };

const isString = (value: unknown): boolean => typeof value === 'string';
const PLAIN: Readonly<Record<string, (value: unknown) => boolean>> = {
  ID: isString,
  String: isString,
  Date: isString,
  Time: isString,
  DateTime: isString,
  Boolean: (value) => typeof value === 'boolean',
  Float: (value) => typeof value === 'number',
};

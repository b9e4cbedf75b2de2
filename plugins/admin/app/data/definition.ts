// Changes of a definition: the content of a schema file.
import type { Issue } from './client';
import { isObject } from './values';

export type Definition = Readonly<Record<string, unknown>>;
export type AttributeDefinition = Readonly<Record<string, unknown>>;

/** The part of JSON Schema that the builder reads. */
export interface OptionSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly items?: OptionSchema;
  readonly properties?: Readonly<Record<string, OptionSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: OptionSchema;
  readonly allOf?: readonly { readonly then: OptionSchema }[];
}

/** The options of each attribute type. */
export function optionsByType(file: OptionSchema): ReadonlyMap<string, OptionSchema> {
  const branches = file.properties?.attributes?.additionalProperties?.allOf ?? [];
  return new Map(branches.map(({ then }) => [String(then.properties?.type?.const), then]));
}

/** null: the text is no JSON object. A mark of the encoding at its start is no mistake. */
export function parsedDefinition(text: string): Definition | null {
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

export function attributesOf(definition: Definition | null): Readonly<Record<string, AttributeDefinition>> {
  const attributes = definition?.attributes;
  if (!isObject(attributes)) return {};
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, one]) => (isObject(one) ? [[name, one] as const] : [])),
  );
}

const withList = (
  definition: Definition,
  list: readonly (readonly [string, AttributeDefinition])[],
): Definition => ({ ...definition, attributes: Object.fromEntries(list) });

/** An attribute that the stored file has keeps its values: the file names its former name. */
export function renamed(
  definition: Definition,
  stored: Definition | null,
  name: string,
  next: string,
): Definition {
  const former = attributesOf(stored);
  return withList(
    definition,
    Object.entries(attributesOf(definition)).map(([each, attribute]) => {
      if (each !== name) return [each, attribute];
      const { renamedFrom, ...rest } = attribute;
      if (Object.hasOwn(former, name)) return [next, { ...rest, renamedFrom: name }];
      return [next, renamedFrom === undefined || renamedFrom === next ? rest : attribute];
    }),
  );
}

/** undefined removes the attribute, or adds none. */
export function withAttribute(
  definition: Definition,
  name: string,
  attribute: AttributeDefinition | undefined,
): Definition {
  const { [name]: _, ...others } = attributesOf(definition);
  if (attribute === undefined) return withList(definition, Object.entries(others));
  return withList(definition, Object.entries({ ...attributesOf(definition), [name]: attribute }));
}

export function moved(definition: Definition, name: string, by: -1 | 1): Definition {
  const list = Object.entries(attributesOf(definition));
  const from = list.findIndex(([each]) => each === name);
  const [one] = list.splice(from, 1);
  if (one) list.splice(from + by, 0, one);
  return withList(definition, list);
}

/** Another type keeps the options that it knows, and gets those that it needs. */
export function retyped(
  attribute: AttributeDefinition,
  type: string,
  options: OptionSchema | undefined,
): AttributeDefinition {
  const known = options?.properties ?? {};
  const kept = Object.entries(attribute).filter(([name]) => name !== 'type' && Object.hasOwn(known, name));
  const needed = (options?.required ?? [])
    .filter((name) => !Object.hasOwn(attribute, name))
    .map((name) => [name, firstOf(known[name])] as const);
  return { type, ...Object.fromEntries([...needed, ...kept]) };
}

const firstOf = (schema: OptionSchema | undefined): unknown =>
  schema?.enum?.[0] ?? (schema?.type === 'array' ? [] : '');

/** The issues of one place below the file; the first step of a path is the file. */
export const issuesAt = (
  issues: readonly Issue[],
  path: string,
  ...at: readonly string[]
): readonly string[] =>
  issues
    .filter((issue) => [path, ...at].every((step, index) => String(issue.path[index]) === step))
    .map(({ message }) => message);

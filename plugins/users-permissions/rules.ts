// Row and field rules of a role's actions: which are possible, what is wrong with one, and `$user.…` in them put in.
import { AppError, type ContentType, FULL_VISIBILITY, type Kernel, type Schema } from '../../core';
import type { ActionRule } from './action-rule';
import { USER_ATTRIBUTES } from './content-types';
import { type Account, USER } from './types';

export const READING: ReadonlySet<string> = new Set(['find', 'findOne']);
/** The verbs that a rule can narrow. */
export const RULED: ReadonlySet<string> = new Set([
  ...READING,
  'create',
  'update',
  'delete',
  'publish',
  'unpublish',
  'discardDraft',
]);
/** What stands for a document that is not there. */
const NOTHING: Readonly<Record<string, unknown>> = { id: -1 };
const USER_VALUE = /^\$user\.(\w+)$/;

export interface ActionParts {
  readonly type: ContentType;
  readonly verb: string;
}

/** `api::article.article.find` → the type and the verb; null: about no content type. */
export function partsOf(action: string, schema: Schema): ActionParts | null {
  const at = action.lastIndexOf('.');
  const type = schema.types.get(action.slice(0, at));
  return type ? { type, verb: action.slice(at + 1) } : null;
}

/** What is wrong with a rule; none: it can be used. */
export function mistakesIn(kernel: Kernel, action: string, rule: ActionRule, isPublic: boolean): string[] {
  const { schema } = kernel;
  const parts = partsOf(action, schema);
  if (!parts || !RULED.has(parts.verb))
    return [`${action} takes no where and no fields: only reading and writing of a content type does`];
  const { type, verb } = parts;
  const mistakes: string[] = [];
  for (const name of rule.fields ?? []) {
    const attribute = type.attributes.get(name) ?? type.scalars.get(name);
    if (!attribute) mistakes.push(`fields: ${type.uid} has no attribute "${name}"`);
    else if (!READING.has(verb) && !attribute.writable)
      mistakes.push(`fields: ${name} of ${type.uid} cannot be written`);
  }
  const { where } = rule;
  if (!where) return mistakes;
  const user = schema.types.get(USER);
  for (const name of userValuesIn(where)) {
    if (isPublic) mistakes.push(`where: who is not logged in has no $user.${name}`);
    else if (name !== 'id' && name !== 'documentId' && !isUserValue(user, name))
      mistakes.push(`where: a user has no value "${name}" ($user.${name})`);
  }
  try {
    kernel.documents.read.prepare(
      type,
      { filters: withSamples(where, user), visibility: FULL_VISIBILITY },
      'find',
    );
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    mistakes.push(`where: ${error.message}`);
  }
  return mistakes;
}

export const mentionsUser = ({ where }: ActionRule): boolean =>
  where !== undefined && userValuesIn(where).length > 0;

/** The condition for one user. Where the user lacks a value that it names, it holds for nothing. */
export function conditionFor(
  rule: ActionRule | null | undefined,
  user: Account | null,
): Readonly<Record<string, unknown>> | null {
  if (!rule?.where) return null;
  let lacks = false;
  const condition = replaceValues(rule.where, (name) => {
    const value = user?.values[name];
    // An object would not be compared with: its keys would be taken for words of the condition.
    if (value === undefined || typeof value === 'object') lacks = true;
    return value;
  });
  return lacks ? NOTHING : condition;
}

/** What a document made under the condition has to have, as far as the condition says so with an equality. */
export function presetOf(
  condition: Readonly<Record<string, unknown>> | null,
  type: ContentType,
): Readonly<Record<string, unknown>> | null {
  if (!condition || condition === NOTHING) return null;
  const preset: Record<string, unknown> = {};
  for (const [name, wanted] of Object.entries(condition)) {
    const attribute = type.attributes.get(name);
    if (!attribute?.writable) continue;
    if (attribute.kind === 'scalar') {
      const value = equalTo(wanted);
      if (value !== undefined) preset[name] = value;
    } else if (attribute.kind === 'relation' && attribute.target !== null) {
      const entries = isRecord(wanted) ? Object.entries(wanted) : [['id', wanted] as const];
      const [only, ...more] = entries;
      if (!only || more.length > 0 || (only[0] !== 'id' && only[0] !== 'documentId')) continue;
      const value = equalTo(only[1]);
      if (value !== undefined) preset[name] = { set: [{ [only[0]]: value }] };
    }
  }
  return Object.keys(preset).length > 0 ? preset : null;
}

function equalTo(wanted: unknown): unknown {
  if (!isRecord(wanted)) return Array.isArray(wanted) || wanted === null ? undefined : wanted;
  const keys = Object.keys(wanted);
  return keys.length === 1 && Object.hasOwn(wanted, '$eq') ? equalTo(wanted.$eq) : undefined;
}

const isUserValue = (user: ContentType | undefined, name: string): boolean => {
  const attribute = user?.attributes.get(name);
  // What cannot be sorted is a structure (or a secret), nothing to compare with.
  if (attribute?.kind !== 'scalar' || attribute.type.secret || !attribute.type.sortable) return false;
  return name === 'username' || name === 'email' || !Object.hasOwn(USER_ATTRIBUTES, name);
};

function userValuesIn(where: unknown): string[] {
  const names: string[] = [];
  replaceValues({ where }, (name) => {
    names.push(name);
    return null;
  });
  return names;
}

/** The samples only have to parse where a value of the kind is expected. */
const withSamples = (
  where: Readonly<Record<string, unknown>>,
  user: ContentType | undefined,
): Record<string, unknown> =>
  replaceValues(where, (name) => {
    const attribute = user?.attributes.get(name);
    return (attribute?.kind === 'scalar' ? SAMPLES.get(attribute.type.name) : undefined) ?? '1';
  });

/** Of the types whose values are told by their form. */
const SAMPLES: ReadonlyMap<string, string> = new Map([
  ['date', '2000-01-01'],
  ['datetime', '2000-01-01T00:00:00.000Z'],
  ['time', '00:00:00.000'],
  ['timestamp', '2000-01-01T00:00:00.000Z'],
]);

function replaceValues(
  where: Readonly<Record<string, unknown>>,
  valueFor: (name: string) => unknown,
): Record<string, unknown> {
  const replace = (value: unknown): unknown => {
    if (typeof value === 'string') {
      const name = USER_VALUE.exec(value)?.[1];
      return name === undefined ? value : valueFor(name);
    }
    if (Array.isArray(value)) return value.map(replace);
    return isRecord(value) ? replaceValues(value, valueFor) : value;
  };
  return Object.fromEntries(Object.entries(where).map(([key, value]) => [key, replace(value)]));
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

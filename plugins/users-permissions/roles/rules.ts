// Row and field rules of granted actions: validates them, and replaces `$user.…` by the values of the user.
import { type App, AppError, type ContentType, FULL_VISIBILITY } from '../../../core';
import { USER_ATTRIBUTES } from '../content-types';
import { type Account, USER } from '../types';
import type { ActionRule } from './action-rule';

export const READING: ReadonlySet<string> = new Set(['find', 'findOne']);
/** The verbs that may have a rule. */
export const RULED: ReadonlySet<string> = new Set([
  ...READING,
  'create',
  'update',
  'delete',
  'publish',
  'unpublish',
  'discardDraft',
]);
/** A condition that matches no document. */
const NOTHING: Readonly<Record<string, unknown>> = { id: -1 };
const USER_VALUE = /^\$user\.(\w+)$/;

export interface ActionParts {
  readonly type: ContentType;
  readonly verb: string;
  /** The action sets values of new documents by its rule. */
  readonly creates: boolean;
}

/** `api::article.article.find` → the type and the verb; null: not an action on a content type. */
export function partsOf(
  action: string,
  { schema, documentActions }: Pick<App, 'schema' | 'documentActions'>,
): ActionParts | null {
  const own = documentActions.get(action);
  const ownType = own && schema.types.get(own.type);
  if (ownType) return { type: ownType, verb: own.verb, creates: own.creates === true };
  const at = action.lastIndexOf('.');
  const type = schema.types.get(action.slice(0, at));
  const verb = action.slice(at + 1);
  return type ? { type, verb, creates: verb === 'create' } : null;
}

/** The mistakes in a rule; an empty list means that it is valid. */
export function mistakesIn(app: App, action: string, rule: ActionRule, isPublic: boolean): string[] {
  const parts = partsOf(action, app);
  if (!parts || !RULED.has(parts.verb))
    return [`${action} accepts no where and no fields; only actions that read or write documents do`];
  const { type, verb } = parts;
  const mistakes: string[] = [];
  for (const name of rule.fields ?? []) {
    const attribute = type.attributes.get(name) ?? type.scalars.get(name);
    if (!attribute) mistakes.push(`fields: ${type.uid} has no attribute "${name}"`);
    else if (!READING.has(verb) && !attribute.writable)
      mistakes.push(`fields: ${name} of ${type.uid} cannot be written`);
  }
  return [...mistakes, ...mistakesInWhere(app, type, rule, isPublic)];
}

/** A stored condition becomes wrong when an attribute that it names gets another name. */
export function mistakesInWhere(
  app: Pick<App, 'schema' | 'documents'>,
  type: ContentType,
  { where }: ActionRule,
  isPublic: boolean,
): string[] {
  if (!where) return [];
  const mistakes: string[] = [];
  const user = app.schema.types.get(USER);
  for (const name of userValuesIn(where)) {
    if (isPublic) mistakes.push(`where: an anonymous request has no $user.${name}`);
    else if (name !== 'id' && name !== 'documentId' && !isUserValue(user, name))
      mistakes.push(`where: a user has no value "${name}" ($user.${name})`);
  }
  try {
    app.documents.read.prepare(
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

/** The condition for one user. When the user lacks a value of the condition, or its text is empty, the result matches no document. */
export function conditionFor(
  rule: ActionRule | null | undefined,
  user: Account | null,
): Readonly<Record<string, unknown>> | null {
  if (!rule?.where) return null;
  let lacks = false;
  const condition = replaceValues(rule.where, (name) => {
    const value = user?.values[name];
    // The keys of an object would be read as operators of the condition. Every text contains the empty text.
    if (value === undefined || value === '' || typeof value === 'object') lacks = true;
    return value;
  });
  return lacks ? NOTHING : condition;
}

/** The values that a new document needs to meet the condition. Only equalities give a value. */
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
  if (attribute?.kind !== 'scalar' || attribute.type.secret) return false;
  const kind = attribute.type.filter?.kind;
  if (kind === undefined || kind === 'json' || kind === 'list') return false;
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

/** Replaces `$user.…` by a sample value of the right type, to validate the condition. */
const withSamples = (
  where: Readonly<Record<string, unknown>>,
  user: ContentType | undefined,
): Record<string, unknown> =>
  replaceValues(where, (name) => {
    const attribute = user?.attributes.get(name);
    return (attribute?.kind === 'scalar' ? SAMPLES.get(attribute.type.name) : undefined) ?? '1';
  });

/** Sample values of types that have a format; other types accept `1`. */
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

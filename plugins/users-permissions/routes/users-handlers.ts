// The handlers of the user routes. They read and write with the visibility of the request.
// A caller who may create or update users may also set their roles and flags.
import {
  type App,
  AppError,
  coreErrors,
  type DocumentObject,
  type ReadWords,
  type RequestContext,
  type Visibility,
  withAllFields,
  withVisibility,
} from '../../../core';
import type { Authentication } from '../accounts/authentication';
import { type Credentials, emailOf } from '../accounts/credentials';
import { takenIn } from '../accounts/taken-name';
import { type Body, bodyOf, Complaints, isTooLong } from '../accounts/validation';
import type { UsersPermissionsConfig } from '../config';
import { PROTECTED } from '../content-types';
import { usersErrors } from '../errors';
import type { Grants } from '../roles/grants';
import { ROLE, USER } from '../types';
import { createRoleChecks } from './role-checks';

/** The attributes of this plugin that these routes may set. */
const MANAGED: ReadonlySet<string> = new Set([
  'username',
  'email',
  'password',
  'confirmed',
  'blocked',
  'role',
]);

export function usersHandlers(
  app: App,
  config: UsersPermissionsConfig,
  auth: () => Authentication,
  credentials: () => Credentials,
  grants: () => Grants,
) {
  const { rest } = app.config.api;
  const users = () => app.documents(USER);
  const roles = createRoleChecks(app, config, grants);
  const limits = { ...app.config.api.limits, ...rest, populatePages: false };

  /** These routes ignore `pagination`; lists use `limit` and `start` at the top level. */
  const readWords = (request: RequestContext, keys: readonly string[]): ReadWords => {
    const { query } = request;
    const words: Record<string, unknown> = { caller: request.caller, limits };
    for (const key of keys) if (query[key] !== undefined) words[key] = query[key];
    return words;
  };
  const listWords = (request: RequestContext): ReadWords => {
    const { limit, start } = request.query;
    const pagination = {
      start: start ?? 0,
      limit: limit ?? rest.maxLimit,
      withCount: false,
    };
    return { ...readWords(request, LIST_WORDS), pagination };
  };

  const oneOf = async (id: string, words: ReadWords): Promise<DocumentObject | null> =>
    /^\d{1,15}$/.test(id) ? users().findFirst({ ...words, filters: { id: Number(id) } }) : null;

  /** Finds the documentId by row id; null when the caller may not update the user. The field rules of reading do not apply. */
  const documentIdOf = async (id: string, visibility: Visibility): Promise<string | null> => {
    return (await oneOf(id, { fields: ['id'], visibility: withAllFields(visibility) }))?.documentId ?? null;
  };

  /** Ignores unknown keys. Keys that the role may not write are a 400. */
  function dataOf(body: Body, visibility: Visibility): Record<string, unknown> {
    const type = typeOf(app);
    const data: Record<string, unknown> = {};
    const refused: string[] = [];
    for (const attribute of type.attributes.values()) {
      const { name } = attribute;
      if (!Object.hasOwn(body, name) || (PROTECTED.has(name) && !MANAGED.has(name))) continue;
      if (!attribute.writable) continue;
      if (visibility.writable(type, attribute)) data[name] = body[name];
      else refused.push(name);
    }
    if (refused.length > 0)
      throw coreErrors.BODY_INVALID(`Invalid keys: ${refused.join(', ')}`, { keys: refused, source: 'body' });
    if (typeof data.email === 'string') data.email = emailOf(data.email);
    if (typeof data.username === 'string') data.username = data.username.normalize('NFC');
    return data;
  }

  /** A caller who manages users may assign roles, even without permission to read roles. */
  const withRoles = ({ visibility }: RequestContext): Visibility =>
    withVisibility(visibility, {
      scope: `${visibility.scope} manages users`,
      canRead: (type) => type.uid === ROLE || visibility.canRead(type),
      // These routes never show private attributes.
      seesPrivate: undefined,
      isLimited: undefined,
    });

  /** Answers contain the role, unless a field rule leaves it out. */
  const withRole = ({ visibility }: RequestContext): Pick<ReadWords, 'populate'> => {
    const type = typeOf(app);
    const role = type.attributes.get('role');
    return role && visibility.readable(type, role) ? { populate: ['role'] } : {};
  };

  async function find(request: RequestContext) {
    const { text } = await app.documents.text(USER).findMany(listWords(request));
    return { text };
  }

  async function count(request: RequestContext) {
    return { json: await users().count(readWords(request, ['filters', '_q'])) };
  }

  async function me(request: RequestContext) {
    const { user } = request.state;
    if (!user) throw coreErrors.ACCESS_UNAUTHORIZED('Unauthorized');
    const words = readWords(request, ONE_WORDS);
    const found = await users().findOne({ ...words, documentId: user.documentId });
    if (!found) throw coreErrors.ACCESS_UNAUTHORIZED('Unauthorized');
    return { json: found };
  }

  async function updateMe(request: RequestContext, { body }: { readonly body: unknown }) {
    if (!request.state.user) throw coreErrors.ACCESS_UNAUTHORIZED('Unauthorized');
    await auth().updateMe(request, body);
    return me(request);
  }

  async function findOne(request: RequestContext) {
    const user = await oneOf(request.params.id ?? '', readWords(request, ONE_WORDS));
    return user ? { json: user } : { status: 204 };
  }

  async function create(request: RequestContext, { body }: { readonly body: unknown }) {
    const data = dataOf(bodyOf(body), request.visibility);
    const complaints = new Complaints();
    complaints.email(data);
    for (const key of ['username', 'password']) complaints.text(data, key);
    if (data.role === undefined || data.role === null) complaints.add('role', 'role is a required field');
    else roles.requireRole(data, complaints);
    refuseLong(data, complaints);
    complaints.refuse();
    await roles.checkAssignedRoles(request, data);
    if ((await credentials().taken(null, String(data.email))) !== null)
      throw usersErrors.USER_RULE(TAKEN_ON_CREATE.email);
    if ((await credentials().taken(String(data.username), null)) !== null)
      throw usersErrors.USER_RULE(TAKEN_ON_CREATE.username);
    const visibility = withRoles(request);
    const preset = { provider: 'local', ...visibility.preset?.(typeOf(app)) };
    const { text } = await asRule(() =>
      app.documents.text(USER).create({
        ...withRole(request),
        data,
        caller: request.caller,
        visibility: { ...visibility, preset: () => preset },
      }),
    );
    return { status: 201, text: text ?? 'null' };
  }

  async function update(request: RequestContext, { body }: { readonly body: unknown }) {
    const id = request.params.id ?? '';
    const documentId = await documentIdOf(id, request.visibility);
    if (documentId === null) throw usersErrors.USER_NOT_FOUND();
    const given = bodyOf(body);
    const data = dataOf(given, request.visibility);
    const complaints = new Complaints();
    for (const key of ['username', 'email', 'password'] as const)
      if (Object.hasOwn(data, key) && (data[key] === '' || data[key] === null))
        complaints.add(key, key === 'password' ? 'password.notNull' : `${key} is a required field`);
      else if (key === 'email' && Object.hasOwn(data, key)) complaints.email(data);
    roles.requireRole(data, complaints);
    refuseLong(data, complaints);
    complaints.refuse();
    await roles.checkUpdateLimit(request, documentId, data);
    if (
      typeof data.username === 'string' &&
      (await credentials().taken(data.username, null, Number(id))) !== null
    )
      throw usersErrors.USER_RULE(TAKEN_ON_UPDATE.username);
    if (typeof data.email === 'string' && (await credentials().taken(null, data.email, Number(id))) !== null)
      throw usersErrors.USER_RULE(TAKEN_ON_UPDATE.email);
    const outcome = await withTakenRule(TAKEN_ON_UPDATE, () =>
      app.documents.text(USER).update({
        ...withRole(request),
        documentId,
        data,
        caller: request.caller,
        visibility: withRoles(request),
      }),
    );
    if (!outcome) throw usersErrors.USER_NOT_FOUND();
    return { text: outcome.text ?? 'null' };
  }

  async function destroy(request: RequestContext) {
    const id = request.params.id ?? '';
    const words = { caller: request.caller };
    // Both ids name a user here: a deletion that finds no user in silence would leave the account usable.
    const user = (await oneOf(id, words)) ?? (await users().findOne({ ...words, documentId: id }));
    if (!user) return { status: 204 };
    const { deleted } = await users().delete({
      documentId: user.documentId,
      caller: request.caller,
    });
    return deleted === 0 ? { status: 204 } : { json: user };
  }

  return { find, count, me, updateMe, findOne, create, update, destroy };
}

type TakenMessages = Readonly<Record<'username' | 'email', string>>;
const TAKEN_ON_CREATE: TakenMessages = {
  username: 'This attribute must be unique',
  email: 'Email already taken',
};
const TAKEN_ON_UPDATE: TakenMessages = { username: 'Username already taken', email: 'Email already taken' };

const LIST_WORDS = ['filters', 'sort', 'fields', 'populate', '_q'];
const ONE_WORDS = ['fields', 'populate'];

const typeOf = (app: App) => {
  const type = app.schema.types.get(USER);
  if (!type) throw new Error(`${USER} is missing from the schema`);
  return type;
};

function refuseLong(data: Body, complaints: Complaints): void {
  if (typeof data.password === 'string' && isTooLong(data.password))
    complaints.add('password', 'Password must be less than 73 bytes');
}

/** Taken names are rules here, as in the peer. */
async function withTakenRule<T>(messages: TakenMessages, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const taken = takenIn(error);
    throw taken ? usersErrors.USER_RULE(messages[taken]) : error;
  }
}

/** Of a new user, each value that the document service refuses is a rule, as in the peer. */
async function asRule<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withTakenRule(TAKEN_ON_CREATE, work);
  } catch (error) {
    if (error instanceof AppError && error.status === 400 && error.name === 'ValidationError')
      throw usersErrors.USER_RULE(error.message, { ...error.details });
    throw error;
  }
}

// What the routes of users do. Only what the request's role allows is read and written; who may create or update users decides
// over their role and flags, nobody else does.
import {
  type Answer,
  AppError,
  coreErrors,
  type DocumentObject,
  type Kernel,
  type ReadWords,
  type RequestContext,
  type Visibility,
  withVisibility,
} from '../../../core';
import type { Authentication } from '../authentication';
import { PROTECTED } from '../content-types';
import { type Credentials, emailOf } from '../credentials';
import { usersErrors } from '../errors';
import { takenIn } from '../taken';
import { ROLE, USER } from '../types';
import { type Body, bodyOf, Complaints, isTooLong } from '../validation';

/** What beside the application's own attributes may be set here. */
const MANAGED: ReadonlySet<string> = new Set([
  'username',
  'email',
  'password',
  'confirmed',
  'blocked',
  'role',
]);
const WITH_ROLE = { populate: ['role'] };

export function usersHandlers(kernel: Kernel, auth: () => Authentication, credentials: () => Credentials) {
  const { rest } = kernel.config.api;
  const users = () => kernel.documents(USER);
  const limits = { ...kernel.config.api.limits, ...rest, populatePages: false };

  /** `pagination` means nothing here; `limit` and `start` stand at the top. */
  const readWords = (request: RequestContext, keys: readonly string[]): ReadWords => {
    const { query } = request;
    const words: Record<string, unknown> = { visibility: request.visibility, limits };
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

  /** Knows the document by its row id; of one that the caller may not touch nothing is said, whatever the body. */
  const documentIdOf = async (id: string, visibility: Visibility): Promise<string | null> =>
    (await oneOf(id, { fields: ['id'], visibility }))?.documentId ?? null;

  /** Keys that are not for here are passed over; so is what the role may not write. */
  function dataOf(body: Body, visibility: Visibility): Record<string, unknown> {
    const type = kernel.schema.types.get(USER);
    const data: Record<string, unknown> = {};
    for (const attribute of type?.attributes.values() ?? []) {
      const { name } = attribute;
      if (!Object.hasOwn(body, name) || (PROTECTED.has(name) && !MANAGED.has(name))) continue;
      if (type && attribute.writable && visibility.writable(type, attribute)) data[name] = body[name];
    }
    if (typeof data.email === 'string') data.email = emailOf(data.email);
    if (typeof data.username === 'string') data.username = data.username.normalize('NFC');
    return data;
  }

  /** Who manages users gives them roles, whether or not they may see roles elsewhere. */
  const withRoles = ({ visibility }: RequestContext): Visibility =>
    withVisibility(visibility, {
      scope: `${visibility.scope} manages users`,
      canRead: (type) => type.uid === ROLE || visibility.canRead(type),
      // A route about users shows what their schema shows.
      seesPrivate: undefined,
      narrows: undefined,
    });

  async function find(request: RequestContext): Promise<Answer> {
    const { text } = await kernel.documents.text(USER).findMany(listWords(request));
    return { text };
  }

  async function count(request: RequestContext): Promise<Answer> {
    return { json: await users().count(readWords(request, ['filters', '_q'])) };
  }

  async function me(request: RequestContext): Promise<Answer> {
    const { user } = request.state;
    if (!user) throw coreErrors.ACCESS_UNAUTHORIZED('Unauthorized');
    const words = readWords(request, ONE_WORDS);
    const found = await users().findOne({ ...words, documentId: user.documentId });
    if (!found) throw coreErrors.ACCESS_UNAUTHORIZED('Unauthorized');
    return { json: found };
  }

  async function updateMe(request: RequestContext, { body }: { readonly body: unknown }): Promise<Answer> {
    if (!request.state.user) throw coreErrors.ACCESS_UNAUTHORIZED('Unauthorized');
    await auth().updateMe(request, body);
    return me(request);
  }

  async function findOne(request: RequestContext): Promise<Answer> {
    const user = await oneOf(request.params.id ?? '', readWords(request, ONE_WORDS));
    return user ? { json: user } : { status: 204 };
  }

  async function create(request: RequestContext, { body }: { readonly body: unknown }): Promise<Answer> {
    const data = dataOf(bodyOf(body), request.visibility);
    const complaints = new Complaints();
    for (const key of ['email', 'username', 'password']) complaints.text(data, key);
    if (data.role === undefined || data.role === null) complaints.add('role', 'role is a required field');
    refuseLong(data, complaints);
    complaints.refuse();
    if ((await credentials().taken(null, String(data.email))) !== null)
      throw usersErrors.USER_RULE(TAKEN_ON_CREATE.email);
    if ((await credentials().taken(String(data.username), null)) !== null)
      throw usersErrors.USER_RULE(TAKEN_ON_CREATE.username);
    const visibility = withRoles(request);
    const preset = { provider: 'local', ...visibility.preset?.(typeOf(kernel)) };
    const user = await asRule(TAKEN_ON_CREATE, () =>
      users().create({ ...WITH_ROLE, data, visibility: { ...visibility, preset: () => preset } }),
    );
    return { status: 201, json: user };
  }

  async function update(request: RequestContext, { body }: { readonly body: unknown }): Promise<Answer> {
    const id = request.params.id ?? '';
    const documentId = await documentIdOf(id, request.visibility);
    if (documentId === null) throw usersErrors.USER_NOT_FOUND();
    const given = bodyOf(body);
    const data = dataOf(given, request.visibility);
    const complaints = new Complaints();
    for (const key of ['username', 'email', 'password'] as const)
      if (Object.hasOwn(data, key) && (data[key] === '' || data[key] === null))
        complaints.add(key, key === 'password' ? 'password.notNull' : `${key} is a required field`);
    refuseLong(data, complaints);
    complaints.refuse();
    if (
      typeof data.username === 'string' &&
      (await credentials().taken(data.username, null, Number(id))) !== null
    )
      throw usersErrors.USER_RULE(TAKEN_ON_UPDATE.username);
    if (typeof data.email === 'string' && (await credentials().taken(null, data.email, Number(id))) !== null)
      throw usersErrors.USER_RULE(TAKEN_ON_UPDATE.email);
    const user = await asRule(TAKEN_ON_UPDATE, () =>
      users().update({ ...WITH_ROLE, documentId, data, visibility: withRoles(request) }),
    );
    if (!user) throw usersErrors.USER_NOT_FOUND();
    return { json: user };
  }

  async function destroy(request: RequestContext): Promise<Answer> {
    const user = await oneOf(request.params.id ?? '', { visibility: request.visibility });
    if (!user) return { status: 204 };
    const { deleted } = await users().delete({
      documentId: user.documentId,
      visibility: request.visibility,
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

const typeOf = (kernel: Kernel) => {
  const type = kernel.schema.types.get(USER);
  if (!type) throw new Error(`${USER} is missing from the schema`);
  return type;
};

function refuseLong(data: Body, complaints: Complaints): void {
  if (typeof data.password === 'string' && isTooLong(data.password))
    complaints.add('password', 'Password must be less than 73 bytes');
}

/** What the document service refuses is a rule of users here; the wire knows it by that name. */
async function asRule<T>(messages: TakenMessages, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const taken = takenIn(error);
    if (taken) throw usersErrors.USER_RULE(messages[taken]);
    if (error instanceof AppError && error.status === 400 && error.name === 'ValidationError')
      throw usersErrors.USER_RULE(error.message, { ...error.details });
    throw error;
  }
}

// Mass assignment: bodies that set what only the deployment may set. A finding is a stored forged value, whatever the status was.
import { valueAt } from '../../../conformance/wire/captures';
import { type Exchange, NotPossible } from '../ask';
import { type Attack, breach, type Kind } from '../attack';
import type { Subject } from '../learn';
import type { Account, Site } from '../site';

const PAST = '2001-01-01T00:00:00.000Z';
const DOCUMENT_ID = 'forgedforgedforgedforged';

/** Attributes of every document. */
const SYSTEM: Readonly<Record<string, unknown>> = {
  id: 987_654,
  documentId: DOCUMENT_ID,
  createdAt: PAST,
  updatedAt: PAST,
  publishedAt: PAST,
  createdBy: 1,
  updatedBy: 1,
};

/** Attributes of an account that its user must not set. */
const ACCOUNT: readonly (readonly [key: string, value: unknown])[] = [
  ['role', 1],
  ['role', '1'],
  ['role', { connect: [1] }],
  ['role', { set: [{ id: 1 }] }],
  ['role', { id: 1 }],
  ['confirmed', false],
  ['blocked', true],
  ['provider', 'forged'],
  ['id', 987_654],
  ['documentId', DOCUMENT_ID],
  ['createdAt', PAST],
  ['resetPasswordToken', 'forged'],
  ['confirmationToken', 'forged'],
  ['tokenEpoch', 'forged'],
];

const STORED = 'A body cannot set what the deployment manages.';
const MANAGED = 'An account without permissions cannot manage users, roles, tokens or content.';

export const massAssignment: Kind = {
  name: 'mass-assignment',
  summary: 'forged roles, flags, ids and times in REST and GraphQL bodies',
  attacks: (site) => [
    ...site.subjects.flatMap((subject) => documentAttacks(site, subject)),
    ...(site.isOn('auth') ? [...accountAttacks(site), ...managingAttacks(site)] : []),
  ],
};

function documentAttacks(site: Site, subject: Subject): Attack[] {
  return Object.entries(SYSTEM).flatMap(([key, value]) =>
    (['create', 'update', ...(site.isOn('graphql') ? (['graphql-update'] as const) : [])] as const).map(
      (way): Attack => ({
        id: `${subject.path}.${way}.${key}`,
        severity: 'medium',
        rule: STORED,
        async ask({ ask, create }) {
          const made = await create(subject, way === 'create' ? {} : undefined);
          const path = `/${subject.path}/${made.documentId}`;
          const asked =
            way === 'create'
              ? await ask({
                  method: 'POST',
                  path: `/${subject.path}`,
                  body: { data: { ...own(made.data, subject), [key]: value } },
                })
              : way === 'update'
                ? await ask({ method: 'PUT', path, body: { data: { [key]: value } } })
                : await ask(graphqlUpdate(site, subject, made.documentId, { [key]: value }));
          const id = valueAt(asked.body, 'data.documentId');
          const stored = way === 'create' ? valueAt(asked.body, 'data') : (await ask({ path })).body;
          if (way === 'create' && typeof id === 'string')
            site.bench.afterwards({ send: 'DELETE', path: `/${subject.path}/${id}` });
          const values = JSON.stringify(stored) ?? '';
          return values.includes(`"${key}":${JSON.stringify(value)}`)
            ? breach(`the document has ${key} = ${JSON.stringify(value)} after ${asked.status}`, asked)
            : null;
        },
      }),
    ),
  );
}

/** The writable values of a document, for another one. */
const own = (data: Readonly<Record<string, unknown>>, { required }: Subject): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).filter(([name, value]) => required.includes(name) && value !== null),
  );

function graphqlUpdate(site: Site, { uid, path }: Subject, documentId: string, data: object) {
  const name = (uid ?? path)
    .replace(/^.*\./, '')
    .replace(/(?:^|-)(\w)/g, (_all, letter: string) => letter.toUpperCase());
  const query = `mutation($id: ID!, $data: ${name}Input!) { update${name}(documentId: $id, data: $data) { documentId } }`;
  const body = { query, variables: { id: documentId, data } };
  return { method: 'POST', path: site.target.graphql, from: 'root', body } as const;
}

/** Each forged key in registration, over REST and GraphQL, and in the account's own update. */
function accountAttacks(site: Site): Attack[] {
  return ACCOUNT.flatMap(([key, value], index) => {
    const rows: Attack[] = [
      {
        id: `register.${key}.${index}`,
        severity: 'high',
        rule: STORED,
        ask: ({ ask, mark }) => {
          const body = { ...newAccount(mark()), [key]: value };
          const send = ask({ method: 'POST', path: '/auth/local/register', as: 'anonymous', body });
          return registered(site, key, value, send, 'user');
        },
      },
      {
        id: `me.${key}.${index}`,
        severity: 'high',
        rule: STORED,
        async ask({ ask, account }) {
          const { id } = account('mallory');
          const before = await userOf(site, id);
          const asked = await ask({
            method: 'PUT',
            path: '/users/me',
            as: 'mallory',
            body: { [key]: value },
          });
          const after = await userOf(site, id);
          return before === after ? null : breach(`the account changed: ${before} → ${after}`, asked);
        },
      },
    ];
    if (site.isOn('graphql'))
      rows.push({
        id: `graphql-register.${key}.${index}`,
        severity: 'high',
        rule: STORED,
        ask: ({ ask, mark }) => {
          const query =
            'mutation($input: UsersPermissionsRegisterInput!) { register(input: $input) { user { id } } }';
          const body = { query, variables: { input: { ...newAccount(mark()), [key]: value } } };
          const call = {
            method: 'POST',
            path: site.target.graphql,
            from: 'root',
            as: 'anonymous',
            body,
          } as const;
          return registered(site, key, value, ask(call), 'data.register.user');
        },
      });
    return rows;
  });
}

async function registered(site: Site, key: string, value: unknown, send: Promise<Exchange>, at: string) {
  const asked = await send;
  const id = valueAt(asked.body, `${at}.id`);
  if (id === undefined) return null;
  site.bench.afterwards({ send: 'DELETE', path: `/users/${String(id)}` });
  const plain = await site.ask({
    method: 'POST',
    path: '/auth/local/register',
    as: 'anonymous',
    body: newAccount(site.mark()),
  });
  const plainId = valueAt(plain.body, 'user.id');
  site.bench.afterwards({ send: 'DELETE', path: `/users/${String(plainId)}` });
  const [forged, sound] = [await managed(site, id), await managed(site, plainId)];
  return forged === sound
    ? null
    : breach(`with ${key} = ${JSON.stringify(value)} the account is ${forged}, without it ${sound}`, asked);
}

const newAccount = (mark: string): Record<string, string> => ({
  username: mark,
  email: `${mark}@attack.test`,
  password: `Pass-${mark}-1`,
});

/** The values of an account that do not differ between two new ones. */
async function managed(site: Site, id: unknown): Promise<string> {
  const { body } = await site.ask({ path: `/users/${String(id)}?populate=role` });
  const { confirmed, blocked, provider } = (body ?? {}) as Record<string, unknown>;
  const role = valueAt(body, 'role.type') ?? valueAt(body, 'role.id');
  const isForged = JSON.stringify(body)?.includes(DOCUMENT_ID) || id === 987_654;
  const isOld = valueAt(body, 'createdAt') === PAST;
  return JSON.stringify({ role, confirmed, blocked, provider, isForged, isOld });
}

async function userOf(site: Site, id: unknown): Promise<string> {
  const { body, status, text } = await site.ask({ path: `/users/${String(id)}?populate=role` });
  if (status !== 200)
    throw new NotPossible(`GET /users/${String(id)} answered ${status}: ${text.slice(0, 100)}`);
  const { updatedAt: _updatedAt, ...rest } = (body ?? {}) as Record<string, unknown>;
  return JSON.stringify(rest);
}

/** Requests of administrators, made by an account without such permissions. */
function managingAttacks(site: Site): Attack[] {
  const victim: Account = site.account('victim');
  const [subject] = site.subjects;
  const requests: readonly (readonly [id: string, method: string, path: string, body?: unknown])[] = [
    ['list-users', 'GET', '/users'],
    ['read-user', 'GET', `/users/${String(victim.id)}`],
    ['create-user', 'POST', '/users', { ...newAccount(site.mark()), role: 1 }],
    ['update-user', 'PUT', `/users/${String(victim.id)}`, { password: 'Forged-1-forged' }],
    ['delete-user', 'DELETE', `/users/${String(victim.id)}`],
    ['list-roles', 'GET', '/users-permissions/roles'],
    [
      'create-role',
      'POST',
      '/users-permissions/roles',
      { name: site.mark(), description: 'x', permissions: {} },
    ],
    ['update-role', 'PUT', '/users-permissions/roles/1', { name: 'x', description: 'x', permissions: {} }],
    ['delete-role', 'DELETE', '/users-permissions/roles/1'],
    ['list-tokens', 'GET', '/api-tokens'],
    ['create-token', 'POST', '/api-tokens', { name: site.mark(), type: 'full-access', lifespan: null }],
    ['create-document', 'POST', `/${subject?.path}`, { data: subject?.sample(site.mark()) }],
    ['upload', 'POST', '/upload', {}],
    ['list-files', 'GET', '/upload/files'],
  ];
  return requests.flatMap(([id, method, path, body]) =>
    ['mallory', 'anonymous'].map(
      (as): Attack => ({
        id: `${as}.${id}`,
        severity: 'high',
        rule: MANAGED,
        async ask(other) {
          const asked = await other.ask({ method, path, as, body });
          return asked.status >= 200 && asked.status < 300
            ? breach(`the answer is ${asked.status}: ${asked.text.slice(0, 120)}`, asked)
            : null;
        },
      }),
    ),
  );
}

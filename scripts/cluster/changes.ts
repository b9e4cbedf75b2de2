// The changes that spread.ts measures. Each is sent to the first process, and is over when the second one shows it.
import type { Client, Pair, Reply } from './pair';

export interface Subjects {
  readonly roleId: number;
  /** Of a user with the role. */
  readonly jwt: string;
}

const GRANTED = { 'api::thing': { controllers: { thing: { find: { enabled: true } } } } };
const USERS = '/api/users';
const ROLES = '/api/users-permissions/roles';
const TOKENS = '/api/api-tokens';
const LOCALES = '/api/i18n/locales';
const SETTINGS = '/api/plugins/demo/settings';
const THINGS = '/api/things';
const LONGEST = 30_000;

export async function prepare({ first, second }: Pair): Promise<Subjects> {
  await done(first('POST', ROLES, { name: 'Measured', permissions: GRANTED }));
  const { roles } = (await done(first('GET', ROLES))).body;
  const roleId = roles.find(({ name }: { name: string }) => name === 'Measured').id;
  const publicRole = roles.find(({ type }: { type: string }) => type === 'public').id;
  const login = {
    'plugin::users-permissions': { controllers: { auth: { callback: { enabled: true } } } },
  };
  await done(first('PUT', `${ROLES}/${publicRole}`, { name: 'Public', permissions: login }));
  const { jwt } = await makeUser(first, 'ann', roleId);
  await shown(() => second('GET', THINGS, undefined, jwt), 200);
  return { roleId, jwt };
}

async function makeUser(
  client: Client,
  username: string,
  role: number,
): Promise<{ readonly id: number; readonly jwt: string }> {
  const password = 'Passw0rd!';
  const account = { username, email: `${username}@example.com`, password, role, confirmed: true };
  const { body } = await done(client('POST', USERS, account));
  const credentials = { identifier: username, password };
  const login = await done(client('POST', '/api/auth/local', credentials, ''));
  return { id: body.id, jwt: login.body.jwt };
}

type Change = (pair: Pair, subjects: Subjects, round: number) => Promise<number>;

export const CHANGES: Readonly<Record<string, Change>> = {
  async role({ first, second }, { roleId, jwt }, round) {
    const isGranted = round % 2 === 1;
    const permissions = isGranted ? GRANTED : [];
    await done(first('PUT', `${ROLES}/${roleId}`, { name: 'Measured', permissions }));
    return shown(() => second('GET', THINGS, undefined, jwt), isGranted ? 200 : 403);
  },
  async token({ first, second }, _subjects, round) {
    const made = await done(first('POST', TOKENS, { name: `measured ${round}`, type: 'read-only' }));
    const { id, accessKey } = made.body.data;
    await shown(() => second('GET', THINGS, undefined, accessKey), 200);
    await done(first('DELETE', `${TOKENS}/${id}`));
    return shown(() => second('GET', THINGS, undefined, accessKey), 401);
  },
  async user({ first, second }, { roleId }, round) {
    if (round === 0)
      await done(first('PUT', `${ROLES}/${roleId}`, { name: 'Measured', permissions: GRANTED }));
    const { id, jwt } = await makeUser(first, `user${round}`, roleId);
    await shown(() => second('GET', THINGS, undefined, jwt), 200);
    await done(first('PUT', `${USERS}/${id}`, { blocked: true }));
    return shown(() => second('GET', THINGS, undefined, jwt), 401);
  },
  async locale({ first, second }, _subjects, round) {
    const isAdded = round % 2 === 0;
    if (isAdded) await done(first('POST', LOCALES, { code: 'fr' }));
    else await done(first('DELETE', `${LOCALES}/fr`));
    // A write in an unknown locale is refused before its document is looked for.
    return shown(() => second('PUT', `${THINGS}/none?locale=fr`, { data: {} }), isAdded ? 404 : 400);
  },
  async setting({ first, second }, _subjects, round) {
    await done(first('PUT', SETTINGS, { number: round + 1 }));
    return shown(async () => {
      const { body } = await second('GET', SETTINGS);
      return { status: body?.data?.number ?? body?.number, body };
    }, round + 1);
  },
};

async function done(sent: Promise<Reply>): Promise<Reply> {
  const reply = await sent;
  if (reply.status >= 300)
    throw new Error(`a change was refused: ${reply.status} ${JSON.stringify(reply.body)}`);
  return reply;
}

/** Milliseconds until the process shows the state. */
async function shown(ask: () => Promise<Reply>, status: number): Promise<number> {
  const began = performance.now();
  for (;;) {
    const reply = await ask();
    const took = performance.now() - began;
    if (reply.status === status) return took;
    if (took > LONGEST)
      throw new Error(
        `not shown after ${LONGEST} ms; the last answer was ${reply.status} ${JSON.stringify(reply.body)}`,
      );
  }
}

// Writes whose request takes longer than `server.timeouts.answer`. Before the COMMIT they are rolled back and answered as stopped;
// afterwards they are answered as done.
import { definePlugin, route } from '../core';
import { testDatabases } from '../core/testing/databases';
import { createTestApp, type TestApp } from './create-test-app';

/** Milliseconds. */
const ANSWER = 800;
const NOTE = 'api::note.note';
const USER = 'plugin::users-permissions.user';
const FILE = 'plugin::upload.file';

/** Holds the taps of one phase until `open`. */
class Gate {
  phase: 'written' | 'committed' | null = null;
  isReached = false;
  #opened = Promise.resolve();
  open = (): void => undefined;

  close(phase: 'written' | 'committed'): void {
    this.phase = phase;
    this.isReached = false;
    this.#opened = new Promise((resolve) => {
      this.open = () => {
        this.phase = null;
        resolve();
      };
    });
  }

  async pass(phase: 'written' | 'committed'): Promise<void> {
    if (this.phase !== phase) return;
    this.isReached = true;
    await this.#opened;
  }
}

const gate = new Gate();

const slow = definePlugin({
  name: 'slow' as string,
  register(app) {
    app.hooks.documents.written(() => gate.pass('written'));
    app.hooks.documents.committed(() => gate.pass('committed'));
    app.routes.add(
      route({
        method: 'POST',
        path: '/api/two-notes',
        action: null,
        summary: 'Creates two notes in one transaction',
        body: 'json',
        handler: async () =>
          app.documents.transaction(async () => {
            await app.documents(NOTE).create({ data: { text: 'first' } });
            await app.documents(NOTE).create({ data: { text: 'second' } });
            return { status: 201, json: {} };
          }),
      }),
    );
    app.routes.add(
      route({
        method: 'POST',
        path: '/api/note-then-more',
        action: null,
        summary: 'Creates a note, then waits',
        body: 'json',
        handler: async () => {
          await app.documents(NOTE).create({ data: { text: 'kept' } });
          await gate.pass('committed');
          return { status: 201, json: {} };
        },
      }),
    );
  },
});

interface Write {
  readonly uid: string;
  readonly path: string;
  readonly method?: string;
  /** Creates what the write changes; its result is the end of the path. */
  readonly before?: (app: TestApp) => Promise<string>;
  readonly body: () => object;
  /** How many more documents the write leaves. */
  readonly more: number;
}

const noteId = async (app: TestApp): Promise<string> =>
  (await app.documents(NOTE).create({ data: { text: 'old' } })).documentId;

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const WRITES: Readonly<Record<string, Write>> = {
  'a REST create': { uid: NOTE, path: '/api/notes', body: () => ({ data: { text: 'new' } }), more: 1 },
  'a REST delete': {
    uid: NOTE,
    path: '/api/notes/',
    method: 'DELETE',
    before: noteId,
    body: () => ({}),
    more: -1,
  },
  'a GraphQL mutation': {
    uid: NOTE,
    path: '/graphql',
    body: () => ({ query: 'mutation { createNote(data: { text: "new" }) { documentId } }' }),
    more: 1,
  },
  'a transaction with nested ones': { uid: NOTE, path: '/api/two-notes', body: () => ({}), more: 2 },
  'a write of users': {
    uid: USER,
    path: '/api/users',
    body: () => ({ username: 'ines', email: 'ines@example.com', password: 'a-long-password', role: 1 }),
    more: 1,
  },
  'a registration': {
    uid: USER,
    path: '/api/auth/local/register',
    body: () => ({ username: 'mara', email: 'mara@example.com', password: 'a-long-password' }),
    more: 1,
  },
  'an upload': {
    uid: FILE,
    path: '/api/upload',
    body() {
      const form = new FormData();
      form.append('files', new File([pixel], 'pixel.png', { type: 'image/png' }));
      return form;
    },
    more: 1,
  },
};

describe.each(testDatabases())('%s', (database) => {
  let app: TestApp;
  let token: string;
  let ended: Promise<unknown>[] = [];

  beforeAll(async () => {
    app = await createTestApp({
      database,
      contentTypes: [
        { info: { singularName: 'note', pluralName: 'notes' }, attributes: { text: { type: 'string' } } },
      ],
      plugins: [slow],
      config: {
        server: { timeouts: { answer: ANSWER } },
        plugins: {
          graphql: true,
          upload: true,
          'users-permissions': true,
          'api-tokens': {
            config: { tokens: [{ name: 'full', type: 'full-access', secretFrom: 'FULL_TOKEN' }] },
          },
        },
      },
      env: { FULL_TOKEN: 'full-secret-'.repeat(6), JWT_SECRET: 'jwt-secret-'.repeat(6) },
    });
    token = 'full-secret-'.repeat(6);
    const { database: own } = app.kernel;
    const real = own.transaction;
    own.transaction = (work, options) => {
      const made = real(work, options);
      ended.push(made.catch(() => undefined));
      return made;
    };
  });
  afterEach(() => gate.open());
  afterAll(() => app.close());

  const count = (uid: string): Promise<number> => app.documents(uid as 'api::note.note').count();

  const send = async ({ path, method = 'POST', body }: Write, end = '') => {
    const sent = body();
    const isForm = sent instanceof FormData;
    const answer = await fetch(app.url + path + end, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(isForm ? {} : { 'content-type': 'application/json' }),
      },
      ...(method === 'DELETE' ? {} : { body: isForm ? sent : JSON.stringify(sent) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
  };

  /** On a busy machine, the time may end before the gate: such a request wrote nothing, so it is sent again. */
  const sendToGate = async (phase: 'written' | 'committed', write: Write, end = '') => {
    for (;;) {
      gate.close(phase);
      const answer = await send(write, end);
      if (gate.isReached) return answer;
      gate.open();
      await settled();
    }
  };

  /** Resolves when no transaction is open any more. */
  const settled = async (): Promise<void> => {
    for (let known = -1; known !== ended.length; ) {
      known = ended.length;
      await Promise.all(ended);
    }
    ended = [];
  };

  const cases = Object.entries(WRITES);

  it.each(cases)('rolls back %s that is too late before its COMMIT', async (_name, write) => {
    const end = (await write.before?.(app)) ?? '';
    const before = await count(write.uid);
    const { status, body } = await sendToGate('written', write, end);
    gate.open();
    await settled();
    expect([status, body.error.message]).toEqual([503, expect.stringContaining('took too long')]);
    expect(await count(write.uid)).toBe(before);
  });

  it.each(cases)('answers %s as done while a tap of the commit still waits', async (name, write) => {
    const end = (await write.before?.(app)) ?? '';
    const before = await count(write.uid);
    const { status, body } = await sendToGate('committed', write, end);
    expect(status).toBeLessThan(300);
    if (name === 'a GraphQL mutation') expect(body.errors).toBeUndefined();
    expect(await count(write.uid)).toBe(before + write.more);
  });

  it('says that the outcome is unknown when work after a commit is late', async () => {
    const before = await count(NOTE);
    const { status, body } = await sendToGate('committed', {
      uid: NOTE,
      path: '/api/note-then-more',
      body: () => ({}),
      more: 1,
    });
    expect([status, body.error.name, body.error.details]).toEqual([
      503,
      'OutcomeUnknownError',
      { outcome: 'unknown' },
    ]);
    expect(await count(NOTE)).toBe(before + 1);
  });
});

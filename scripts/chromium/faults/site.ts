// The application of the runs: a process that can be killed, and another one on its database for the oracle.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createTestApp, type TestApp } from '../../../core/testing';
import { PAGE, PASSWORD, userWith } from '../../../plugins/admin/tests/admin-app';
import { GRANTS } from '../../../plugins/users-permissions';
import { CONTENT, FIRST, NOTE, PLUGINS, POPULATE } from './content';
import { EDITORS, type EditorName } from './plan';

const UPDATE = `${NOTE}.update`;
const ACTIONS = [
  'plugin::admin.app.open',
  UPDATE,
  ...['find', 'findOne', 'readDraft'].map((verb) => `${NOTE}.${verb}`),
];

export type Site = Awaited<ReturnType<typeof openSite>>;

export async function openSite() {
  const app = await createTestApp({ ...(CONTENT as object), config: { plugins: PLUGINS } });
  for (const name of EDITORS) await userWith(app, name, ACTIONS);
  const port = await freePort();
  const words = JSON.stringify({ dir: app.dir, database: app.kernel.config.database, port });
  let server: ChildProcess | null = null;
  const base = `http://localhost:${port}`;

  return {
    app,
    base,
    isUp: (): boolean => server !== null,
    async start(): Promise<void> {
      if (server) return;
      const child = spawn(process.execPath, [join(__dirname, 'server.js'), words], {
        stdio: ['pipe', 'pipe', 'inherit'],
      });
      await Promise.race([
        once(child.stdout, 'data'),
        once(child, 'exit').then(() => Promise.reject(new Error('the server did not start'))),
      ]);
      server = child;
    },
    async kill(): Promise<void> {
      const child = server;
      server = null;
      if (!child) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
    /** The cookie of a new session. */
    async logIn(name: EditorName): Promise<string> {
      const response = await fetch(`${base}/admin/api/login`, {
        method: 'POST',
        headers: { 'quire-admin': PAGE['quire-admin'], origin: base, 'content-type': 'application/json' },
        body: JSON.stringify({ identifier: name, password: PASSWORD }),
      });
      const cookie = response.headers.get('set-cookie')?.split(';')[0];
      if (!cookie) throw new Error(`${name} cannot log in: ${response.status} ${await response.text()}`);
      return cookie;
    },
    async mayUpdate(name: EditorName, may: boolean): Promise<void> {
      const grants = app.kernel.container.resolve(GRANTS);
      const role = String((await grants.roleOfType(name))?.documentId);
      if (may) await grants.grant(role, [{ action: UPDATE, rule: null }]);
      else await grants.revoke(role, [UPDATE]);
    },
    newNote: async (): Promise<string> =>
      (await app.documents(NOTE).create({ data: FIRST, status: 'draft' } as never)).documentId,
    /** All text of the draft. */
    textOf: async (documentId: string): Promise<string> =>
      JSON.stringify(
        await app.documents(NOTE).findOne({ documentId, status: 'draft', populate: POPULATE } as never),
      ),
    async close(): Promise<void> {
      await this.kill();
      await app.close();
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0);
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

export type { TestApp };

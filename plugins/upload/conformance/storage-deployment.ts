// A deployment whose files are in a storage of the application. The storage fails as the names of files say. An earlier start left work.
import type { Deployment } from '../../../conformance/cases/case';
import { entryOf, typeOf } from '../../../conformance/cases/definition-files';

/**
 * The storage in a folder, with signed addresses, and without renaming. The name of an object may contain `always_put_ENOSPC`: `put` fails
 * with this code. With `twice_`, the third attempt works. With `next_`, only the new bytes of a replacement fail. With `third_`, the
 * format `small` fails, the third object of its picture. `waits`: the new bytes of replacements cannot be read.
 */
const OWN_STORAGE = `
  const { Readable } = require('node:stream');
  const { AppError } = require.main.require('./index');
  const { createLocalProvider } = require.main.require('../plugins/upload');
  const SECRET = 'a secret of the program';
  const RULE = /(always|twice|next|third)_(put|get|remove|url|signedUrl)_([A-Za-z]+)/;
  const THROWN = {
    null: () => null,
    text: () => SECRET,
    client: () => new AppError({ status: 404, code: 'NONE', name: 'NotFoundError', message: SECRET }),
    server: () => new AppError({ status: 500, code: 'CLOSED', name: 'ClosedError', message: 'The storage is closed' }),
  };
  const attempts = new Map();
  const fail = (method, name) => {
    const [, when, failing, code] = RULE.exec(name) ?? [];
    if (failing !== method || (when === 'next' && !name.startsWith('next-'))) return;
    if (when === 'third' && !/(^|-)small_/.test(name)) return;
    const attempt = (attempts.get(method + name) ?? 0) + 1;
    attempts.set(method + name, attempt);
    if (when === 'twice' && attempt > 2) return;
    throw THROWN[code] ? THROWN[code]() : Object.assign(new Error(SECRET), { code });
  };
  async function* broken() { throw new Error(SECRET); }
  const address = (name) => 'https://files.conform.test/' + encodeURIComponent(name);
  module.exports = async ({ waits }, host) => {
    const { move, ...local } = await createLocalProvider({}, host);
    const facts = new Map();
    const provider = {
      ...local,
      facts,
      read: local.get,
      async put(name, bytes, given) {
        fail('put', name);
        await local.put(name, name.includes('broken') ? Readable.from(broken()) : bytes);
        facts.set(name, given);
      },
      async get(name) {
        if (waits && name.startsWith('next-')) throw new Error(SECRET);
        fail('get', name);
        return local.get(name);
      },
      async remove(name) { fail('remove', name); await local.remove(name); },
      url(name) { fail('url', name); return address(name); },
      async signedUrl(name) { fail('signedUrl', name); return address(name) + '?signed'; },
    };
    module.exports.opened = provider;
    return provider;
  };`;

const FILE = { type: 'media', multiple: false, allowedTypes: ['files'] };
const entry = (name: string): object => ({ type: 'component', component: `shared.${name}` });

const FILES = {
  'own-storage.js': OWN_STORAGE,
  // Components that contain each other.
  ...entryOf('ring', { chain: entry('chain'), file: FILE }),
  ...entryOf('chain', { ring: entry('ring'), hook: entry('hook'), file: FILE }),
  ...entryOf('hook', { ring: entry('ring'), file: FILE }),
  ...typeOf('circle', { ring: { type: 'component', component: 'shared.ring' } }),
};

const stored = (waits: boolean) => ({
  upload: { config: { provider: './src/own-storage', providerOptions: { waits } } },
});
const MAY_UPLOAD = { roles: { public: { actions: ['plugin::upload.content-api.upload'] } } };

/** Replaces the bytes of a file twice. They wait in the storage. */
const LEAVES_WORK = `(_extension, app) => app.hooks.listening(async ({ url }) => {
    const send = async (content, query) => {
      const form = new FormData();
      form.append('files', new Blob([content], { type: 'text/plain' }), 'waits.txt');
      const answer = await fetch(url + '/api/upload' + query, { method: 'POST', body: form });
      if (!answer.ok) throw new Error(await answer.text());
      return [await answer.json()].flat()[0].id;
    };
    const id = await send('first', '');
    for (const content of ['second', 'third']) await send(content, '?id=' + id);
  })`;

/** Routes show the objects and the temporary files of the storage. The plugin refuses files with a caption. */
const SHOWS_STORAGE = `(_extension, app) => {
    const { mkdirSync, readdirSync, utimesSync, writeFileSync } = require('node:fs');
    const { join } = require('node:path');
    const folder = join(app.dir, 'public', 'uploads');
    mkdirSync(folder, { recursive: true });
    for (const name of ['.partial-old', '.partial-new', 'old.txt']) writeFileSync(join(folder, name), 'old');
    for (const name of ['.partial-old', 'old.txt']) utimesSync(join(folder, name), new Date(0), new Date(0));
    const answer = (path, handler) =>
      app.routes.add({ method: 'GET', path: '/api/conformance/' + path, action: null, summary: path, handler });
    const storage = () => require(join(app.dir, 'src', 'own-storage')).opened;
    const objects = async (part) => {
      const found = [];
      for await (const { name, size } of storage().list())
        if (name.includes(part)) {
          const pieces = await (await storage().read(name)).toArray();
          found.push({ name, size, text: Buffer.concat(pieces).toString('latin1'), facts: storage().facts.get(name) ?? null });
        }
      return found.sort((a, b) => (a.name < b.name ? -1 : 1));
    };
    /** Asks until nothing is left to do, or five seconds have passed. */
    const settled = async (ask, isSettled) => {
      const start = performance.now();
      for (;;) {
        const found = await ask();
        if (isSettled(found) || performance.now() - start > 5000) return found;
        await new Promise((done) => setTimeout(done, 10));
      }
    };
    answer('stored/:part', async ({ params }) => ({ json: { objects: await objects(params.part) } }));
    answer('settled/:part', async ({ params }) => ({ json: { objects:
      await settled(() => objects(params.part), (all) => all.every(({ name }) => !name.startsWith('next-'))) } }));
    answer('partial', async () => ({ json: { names:
      await settled(() => readdirSync(folder).filter((name) => name.startsWith('.')), (names) => names.length === 1) } }));
    app.hooks.documents.validate((action, issues) => {
      if (action.data?.caption === 'refused') issues.add(['caption'], 'the plugin refuses this caption');
    });
  }`;

/** `before` stopped while new bytes of a file waited in the storage. */
export const OWN_STORED: Deployment = {
  before: {
    files: FILES,
    config: { plugins: { ...stored(true), 'users-permissions': { config: MAY_UPLOAD } } },
    extension: LEAVES_WORK,
  },
  files: FILES,
  config: { plugins: stored(false) },
  extension: SHOWS_STORAGE,
};

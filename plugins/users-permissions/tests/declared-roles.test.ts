// Roles of the configuration: startup applies them, applying twice changes nothing, and removed permissions are revoked.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKernel, type Kernel } from '../../../core';
import { GRANTS } from '..';
import { CONTENT, SECRET } from './app';

const dir = mkdtempSync(join(tmpdir(), 'quire-roles-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
mkdirSync(join(dir, 'config/content-types'), { recursive: true });
for (const type of CONTENT.contentTypes as readonly { readonly info: { readonly singularName: string } }[])
  writeFileSync(join(dir, `config/content-types/${type.info.singularName}.json`), JSON.stringify(type));

const READS = ['api::article.article.find', 'api::article.article.findOne'];
const WRITES = { action: 'api::article.article.update', fields: ['title'] };

async function started(
  roles: object,
  work: (kernel: Kernel) => Promise<void> = async () => undefined,
  plugins: Readonly<Record<string, boolean>> = {},
) {
  const kernel = await createKernel({
    dir,
    env: { NODE_ENV: 'test' },
    overrides: {
      server: { logs: { level: 'warn', format: 'json' } },
      database: { filename: join(dir, 'data.db') },
      plugins: { ...plugins, 'users-permissions': { config: { jwtSecret: SECRET, roles } } },
    },
    writeLog: () => undefined,
  });
  await kernel.start();
  const grants = kernel.container.resolve(GRANTS);
  await work(kernel);
  const editor = await grants.roleOfType('editor');
  const granted = editor ? await grants.of(editor.documentId) : [];
  const all = await kernel.documents('plugin::users-permissions.permission').findMany({ sort: 'id' });
  await kernel.stop();
  return { editor, granted: granted.map(({ action, rule }) => [action, rule]), all };
}

it('applies, changes and revokes declared permissions, and keeps permissions granted at runtime', async () => {
  const first = await started({ editor: { name: 'Editors', actions: [...READS, WRITES] } });
  expect(first.editor).toMatchObject({ name: 'Editors', type: 'editor' });
  expect(first.granted).toEqual([
    ...READS.map((action) => [action, null]),
    [WRITES.action, { fields: ['title'] }],
  ]);

  const again = await started({ editor: { name: 'Editors', actions: [...READS, WRITES] } });
  expect(again).toEqual(first);

  const byHand = await started({ editor: { actions: [...READS, WRITES] } }, async (kernel) => {
    const grants = kernel.container.resolve(GRANTS);
    const role = await grants.roleOfType('editor');
    await grants.grant(role?.documentId ?? '', [{ action: 'api::category.category.find', rule: null }]);
  });
  expect(byHand.granted).toHaveLength(4);

  const fewer = await started({ editor: { actions: [{ ...WRITES, fields: ['title', 'notes'] }] } });
  expect(fewer.granted).toEqual([
    [WRITES.action, { fields: ['title', 'notes'] }],
    ['api::category.category.find', null],
  ]);
  expect(fewer.editor?.documentId).toBe(first.editor?.documentId);
});

it('says at a revocation that the configuration grants the permission again', async () => {
  const roles = { editor: { actions: [...READS, WRITES] } };
  const lines: string[] = [];
  const revoked = await started(roles, async (kernel) => {
    const command = kernel.commands.get('role');
    const words = ['revoke', 'editor', WRITES.action];
    await command?.run({ words, flags: {}, print: (line) => void lines.push(line), ask: async () => '' });
  });
  expect(lines).toEqual([
    `revoked ${WRITES.action}`,
    `The configuration grants ${WRITES.action} again at the next start: remove it from roles.editor of users-permissions in config/plugins.`,
  ]);
  expect(revoked.granted.map(([action]) => action)).not.toContain(WRITES.action);
  expect((await started(roles)).granted).toContainEqual([WRITES.action, { fields: WRITES.fields }]);
});

it('does not restore a revoked permission of the public role at startup', async () => {
  await started({}, async (kernel) => {
    const grants = kernel.container.resolve(GRANTS);
    const role = await grants.roleOfType('public');
    await grants.revoke(role?.documentId ?? '', ['plugin::users-permissions.auth.register']);
  });
  const { all } = await started({});
  expect(all.map(({ action }) => action)).not.toContain('plugin::users-permissions.auth.register');
});

it('accepts actions of a disabled plugin, and refuses unknown actions', async () => {
  const off = { 'draft-and-publish': false, openapi: false };
  const ofThem = ['api::article.article.publish', 'plugin::openapi.document.find'];
  const { granted } = await started({ editor: { actions: [...READS, ...ofThem] } }, undefined, off);
  expect(granted.map(([action]) => action)).toEqual(expect.arrayContaining([...READS, ...ofThem]));
  for (const wrong of ['api::article.article.publsh', 'api::artcle.article.publish', 'plugin::openapii.a.b'])
    await expect(started({ editor: { actions: [wrong] } }, undefined, off)).rejects.toThrow(wrong);
});

it('refuses a role with a short name, and names its key', async () => {
  for (const role of [{ ab: {} }, { editor: { name: 'Ed' } }]) {
    const [type = ''] = Object.keys(role);
    await expect(started(role)).rejects.toThrow(
      `users-permissions.config.roles.${type}.name: the name of a role has at least 3 characters`,
    );
  }
  await started({ ab: { name: 'Above' } });
});

it('ignores a stored unknown action, and logs it', async () => {
  const lines: string[] = [];
  const { all } = await started({}, async (kernel) => {
    const grants = kernel.container.resolve(GRANTS);
    const role = await grants.roleOfType('public');
    await grants.grant(role?.documentId ?? '', [{ action: 'plugin::gone.thing.do', rule: null }]);
  });
  expect(all.map(({ action }) => action)).toContain('plugin::gone.thing.do');
  const kernel = await createKernel({
    dir,
    env: { NODE_ENV: 'test' },
    overrides: {
      server: { logs: { level: 'warn', format: 'json' } },
      database: { filename: join(dir, 'data.db') },
      plugins: { 'users-permissions': { config: { jwtSecret: SECRET } } },
    },
    writeLog: (line) => lines.push(line),
  });
  await kernel.start();
  await kernel.stop();
  expect(lines.join()).toContain('plugin::gone.thing.do');
});

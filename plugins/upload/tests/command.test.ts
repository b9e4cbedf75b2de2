// `quire upload`, run as its plugin runs it.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestApp, type TestApp } from '../../../core/testing/create-test-app';
import { openApp } from './app';
import { image, uploaded } from './files';

const run = async (app: Pick<TestApp, 'kernel'>, ...words: string[]) => {
  const lines: string[] = [];
  const command = app.kernel.commands.get('upload');
  const status = await command?.run({ words, flags: {}, print: (line: string) => lines.push(line) } as never);
  return { status, lines };
};

it('imports a folder, and names the files that fail', async () => {
  const app = await openApp();
  const dir = mkdtempSync(join(tmpdir(), 'quire-import-'));
  mkdirSync(join(dir, 'deep'));
  writeFileSync(join(dir, 'a.png'), (await image(600, 400)).bytes);
  writeFileSync(join(dir, 'deep', 'b.txt'), 'text');
  writeFileSync(join(dir, 'fake.png'), 'no image');
  writeFileSync(join(dir, '.hidden'), 'hidden');
  symlinkSync('/etc/hostname', join(dir, 'link.txt'));
  const { status, lines } = await run(app, 'import', dir);
  expect(status).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(/^failed: .*fake\.png: fake\.png is declared as image\/png/),
    '2 files stored, 1 failed.',
  ]);
  const { body } = await app.agent.get('/api/upload/files?sort=name');
  expect(body).toMatchObject([
    { name: 'a.png', formats: { thumbnail: {}, small: {} } },
    { name: 'b.txt', mime: 'text/plain' },
  ]);
  rmSync(dir, { recursive: true });
  await app.close();
});

it('makes formats again after a change of the breakpoints', async () => {
  const app = await openApp();
  const file = await uploaded(app, await image(600, 400));
  await app.kernel.stop();
  const changed = await createTestApp({
    config: {
      database: app.kernel.config.database as never,
      plugins: {
        rest: true,
        upload: {
          config: { breakpoints: { tiny: 50 }, providerOptions: { folder: join(app.dir, 'public/uploads') } },
        },
      },
      server: { anonymous: 'full' },
    },
  });
  const { status, lines } = await run(changed, 'regenerate-formats');
  expect([status, lines]).toEqual([0, ['1 files made again, 0 failed.']]);
  const { body } = await changed.agent.get(`/api/upload/files/${file.id}`);
  expect(body).toMatchObject({ name: file.name, url: file.url, size: file.size });
  expect(Object.keys(body.formats)).toEqual(['thumbnail', 'tiny']);
  expect((await changed.agent.get(body.formats.tiny.url)).status).toBe(200);
  expect((await changed.agent.get(file.formats.small.url)).status).toBe(404);
  await changed.close();
  await app.close();
});

it.each([[[]], [['import']], [['nothing']], [['regenerate-formats', 'x']], [['import', 'a', 'b']]])(
  'answers %j with its usage',
  async (words) => {
    const app = await openApp();
    expect((await run(app, ...words)).status).toBe(2);
    await app.close();
  },
);

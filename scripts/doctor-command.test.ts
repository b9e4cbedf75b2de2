// `quire doctor` starts no application. So the checks of plugins must work without one.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const MAIN = join(__dirname, '..', 'core', 'main.js');
const PLUGINS = [
  ...['rest', 'graphql', 'i18n', 'draft-and-publish', 'upload', 'users-permissions', 'api-tokens'],
  ...['jobs', 'webhooks', 'schedule', 'history', 'audit', 'authors', 'idempotency', 'two-factor', 'admin'],
];

it('finds a new application healthy, with plugins enabled', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'quire-doctor-'));
  try {
    mkdirSync(join(dir, 'config'));
    const plugins = Object.fromEntries(PLUGINS.map((name) => [name, true]));
    writeFileSync(join(dir, 'config', 'plugins.json'), JSON.stringify(plugins));
    const quire = (...words: string[]) =>
      promisify(execFile)(process.execPath, [MAIN, ...words, '--dir', dir]);
    await quire('migrate', 'apply');
    const { stdout } = await quire('doctor');
    expect(stdout).toContain('Healthy');
  } finally {
    rmSync(dir, { recursive: true });
  }
});

// `npm start` in a fresh clone: sources are translated without the compiler, and the application answers.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..', '..');
const LEFT_OUT = ['node_modules', 'dist', 'data', '.git', '.tmp', '.env'];

describe('the first start', () => {
  const dir = join(mkdtempSync(join(tmpdir(), 'quire-first-')), 'clone');
  beforeAll(() => {
    cpSync(ROOT, dir, {
      recursive: true,
      filter: (path) => resolve(path, '..') !== ROOT || !LEFT_OUT.includes(basename(path)),
    });
    symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
    execFileSync('npm', ['run', 'build:start', '--silent'], { cwd: dir, stdio: 'pipe' });
  });
  afterAll(() => rmSync(resolve(dir, '..'), { recursive: true, force: true }));

  it('makes a page of the admin, and no tests', () => {
    expect(existsSync(join(dir, 'dist', 'plugins', 'admin', 'app'))).toBe(true);
    const made = readdirSync(join(dir, 'dist'), { recursive: true }).map(String);
    expect(made.filter((file) => file.includes('.test.'))).toEqual([]);
  });

  it('answers over REST and in the admin', async () => {
    const server = spawn('node', ['bin/quire.js', 'start'], {
      cwd: dir,
      env: { ...process.env, PORT: '0', NODE_ENV: 'development' },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise<void>((done) => server.once('exit', () => done()));
    try {
      let output = '';
      const url = await new Promise<string>((found, fail) => {
        server.once('exit', () => fail(new Error(`The server ended: ${output}`)));
        server.stdout.on('data', (chunk: Buffer) => {
          output += chunk;
          const [, address] = /"url":"([^"]+)"/.exec(output) ?? [];
          if (address) found(address);
        });
      });
      for (const path of ['/api/articles', '/admin', '/api/docs'])
        expect([path, (await fetch(url + path)).status]).toEqual([path, 200]);
    } finally {
      server.kill();
      await ended;
    }
  });
});

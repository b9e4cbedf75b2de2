// Follows the pages that lead through a task: docs/write-a-plugin.md, docs/deploy.md and docs/operate.md. Their `sh` blocks run, and
// blocks with a file name are written to that file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createKernel } from '../core';
import { type Ended, pack, run, unpack, unpackPackage } from './testing-packed-package';

const ROOT = resolve(__dirname, '..', '..');
const packed = unpackPackage();
afterAll(() => packed.remove());

interface Block {
  readonly language: string;
  /** Where the reader saves it. */
  readonly file: string | undefined;
  readonly text: string;
}

const page = (name: string): string => readFileSync(join(ROOT, 'docs', name), 'utf8');
const blocksOf = (name: string): Block[] =>
  [...page(name).matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', file, text = '']) => ({ language, file, text }),
  );
const commandsOf = ({ text }: Block): string[] => text.split('\n').filter((line) => line !== '');

it('write-a-plugin.md leads to a package that an application uses', () => {
  let dir = packed.home;
  const follow = (command: string): Ended => {
    const [program = '', ...args] = command.split(' ');
    const [first = '', second] = args;
    if (program === 'cd') dir = resolve(dir, first);
    else if (command.startsWith('npx quire ')) return packed.quire(dir, ...args.slice(1));
    else if (command === 'npm pack') pack(dir, dir);
    else if (first === 'install' && second !== undefined)
      unpack(resolve(dir, second), join(packed.home, 'node_modules', 'quire-plugin-likes'));
    else if (first !== 'install') return run(dir, program, ...args);
    return { status: 0, output: '' };
  };
  const ran: string[] = [];
  for (const block of blocksOf('write-a-plugin.md')) {
    if (block.file !== undefined) writeFileSync(join(dir, block.file), block.text);
    else if (block.language === 'js') enable(join(dir, 'config', 'plugins.js'), block.text);
    else
      for (const command of commandsOf(block)) {
        ran.push(command);
        expect([command, follow(command)]).toEqual([command, expect.objectContaining({ status: 0 })]);
      }
  }
  expect(ran.filter((command) => command === 'npm test')).toHaveLength(2);
  expect(packed.quire(dir, 'describe').output).toContain('plugin::likes.like.create');
  expect(packed.quire(dir, 'role', 'list', 'public').output).toContain('plugin::likes.like.create');
});

const enable = (file: string, line: string): void =>
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(/^module\.exports = .*\{\n/m, (head) => `${head}  ${line}`),
  );

it('deploy.md and operate.md have configurations that load and commands that run', async () => {
  expect(packed.quire(packed.home, 'create', 'app', 'deployed').status).toBe(0);
  const dir = join(packed.home, 'deployed');
  const blocks = [...blocksOf('deploy.md'), ...blocksOf('operate.md')];
  for (const { file, text } of blocks) if (file !== undefined) writeFileSync(join(dir, file), text);
  const env = {
    PROXIES: '1',
    DRAIN: '5000',
    DATABASE_POOL: '7',
    JWT_SECRET: 'a-long-secret-of-this-test-alone',
  };
  const { config } = await createKernel({ dir, env });
  expect(config).toMatchObject({
    server: { proxy: 1, timeouts: { drain: 5000 } },
    database: { client: 'sqlite', pool: { max: 7 } },
  });

  expect(packed.quire(dir, 'migrate', 'apply').status).toBe(0);
  const commands = blocks.filter(({ language }) => language === 'sh').flatMap(commandsOf);
  expect(commands.length).toBeGreaterThan(5);
  for (const command of commands) {
    const isQuire = command.startsWith('npx quire ');
    const ended = isQuire ? packed.quire(dir, ...command.split(' ').slice(2)) : run(dir, 'sh', '-c', command);
    expect([command, ended]).toEqual([command, expect.objectContaining({ status: 0 })]);
  }
  expect(existsSync(join(dir, 'backup.db'))).toBe(true);
});

it.each(['deploy.md', 'operate.md'])('%s names keys that configuration.md has', (name) => {
  const known = new Set([...page('configuration.md').matchAll(/^\| `([\w.]+)`/gm)].map(([, key]) => key));
  const named = [...page(name).matchAll(/`((?:server|timeouts|buffers|logs|pool|rest|limits)\.\w+)`/g)];
  expect(named.length).toBeGreaterThan(2);
  expect(named.map(([, key = '']) => key.replace(/^server\./, '')).filter((key) => !known.has(key))).toEqual(
    [],
  );
});

it.each(['write-a-plugin.md', 'deploy.md', 'operate.md'])('%s has no block that is not examined', (name) => {
  const others = blocksOf(name).filter(({ language, file }) => language !== 'sh' && file === undefined);
  const wanted = {
    'write-a-plugin.md': ['js'],
    'deploy.md': ['json', 'ini', 'sql', 'nginx', 'nginx'],
    'operate.md': ['js', 'js', 'text', 'text', 'text'],
  };
  expect(others.map(({ language }) => language)).toEqual(wanted[name as keyof typeof wanted]);
});

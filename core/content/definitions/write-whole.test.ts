import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { WriteFailure } from './definition-files';
import { undoAll, writeWhole } from './write-whole';

describe('writing several files', () => {
  let dir = '';
  const put = (path: string, text: string): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true });
    writeFileSync(join(dir, path), text);
  };
  const textOf = (path: string): string => readFileSync(join(dir, path), 'utf8');
  const failureOf = (texts: Readonly<Record<string, string | null>>): unknown => {
    try {
      writeWhole(dir, new Map(Object.entries(texts)));
    } catch (error) {
      return error;
    }
    return null;
  };
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'quire-whole-'));
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('keeps the mode of a file, and leaves no other file', () => {
    put('a.json', 'old');
    chmodSync(join(dir, 'a.json'), 0o664);
    expect(failureOf({ 'a.json': 'new', 'b/c/d.json': 'more' })).toBeNull();
    expect([textOf('a.json'), textOf('b/c/d.json')]).toEqual(['new', 'more']);
    expect(statSync(join(dir, 'a.json')).mode & 0o777).toBe(0o664);
    expect([readdirSync(dir), readdirSync(join(dir, 'b/c'))]).toEqual([['a.json', 'b'], ['d.json']]);
  });

  it('gives files their former text back when the rename of a later one fails', () => {
    put('a.json', 'old');
    chmodSync(join(dir, 'a.json'), 0o664);
    mkdirSync(join(dir, 'folder.json'));
    const failure = failureOf({ 'a.json': 'new', 'b/c/d.json': 'more', 'folder.json': 'text' });
    expect(failure).toBeInstanceOf(WriteFailure);
    expect(failure).toMatchObject({ changed: [], message: expect.stringContaining('folder.json') });
    expect(textOf('a.json')).toBe('old');
    expect(statSync(join(dir, 'a.json')).mode & 0o777).toBe(0o664);
    expect(readdirSync(dir)).toEqual(['a.json', 'folder.json']);
  });

  it('removes files, and folders that are empty then', () => {
    put('a/b/old.json', 'old');
    put('c/old.json', 'old');
    put('c/other.js', 'code');
    expect(failureOf({ 'a/b/old.json': null, 'c/old.json': null, 'new.json': 'new' })).toBeNull();
    expect([readdirSync(dir), readdirSync(join(dir, 'c'))]).toEqual([['c', 'new.json'], ['other.js']]);
  });

  it('gives a removed file back when a later step fails', () => {
    put('a/old.json', 'old');
    chmodSync(join(dir, 'a/old.json'), 0o664);
    put('folder.json/inner.json', 'x');
    expect(failureOf({ 'a/old.json': null, 'new.json': 'new', 'folder.json': null })).toMatchObject({
      changed: [],
      message: expect.stringContaining('folder.json'),
    });
    expect([readdirSync(dir), readdirSync(join(dir, 'a'))]).toEqual([['a', 'folder.json'], ['old.json']]);
    expect(textOf('a/old.json')).toBe('old');
    expect(statSync(join(dir, 'a/old.json')).mode & 0o777).toBe(0o664);
  });

  it('removes files of a process that was killed, and of no running one', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    put(`.a.json.${pid}.new`, 'half');
    put(`.a.json.${process.pid}.former`, 'older');
    put(`.a.json.${process.ppid}.new`, 'of another');
    put(`.ab.json.${pid}.new`, 'of another file');
    expect(failureOf({ 'a.json': 'new' })).toBeNull();
    expect(readdirSync(dir).sort()).toEqual(
      [`.a.json.${process.ppid}.new`, `.ab.json.${pid}.new`, 'a.json'].sort(),
    );
  });

  it('writes nothing when the file system takes only a part of a text', () => {
    put('a.json', 'old');
    put('b.json', 'old');
    const module = join(__dirname, 'write-whole.js');
    const script = `require(${JSON.stringify(module)}).writeWhole(${JSON.stringify(dir)}, new Map([['a.json', 'new'], ['b.json', 'x'.repeat(3000)]]))`;
    // The limit of the shell counts blocks of 512 or 1024 bytes.
    const limited = spawnSync('sh', ['-c', 'ulimit -f 2; exec "$0" -e "$1"', process.execPath, script], {
      encoding: 'utf8',
    });
    expect(limited.stderr).toContain('EFBIG');
    expect(limited.status).toBe(1);
    expect([textOf('a.json'), textOf('b.json'), readdirSync(dir)]).toEqual([
      'old',
      'old',
      ['a.json', 'b.json'],
    ]);
  });

  it('goes on after a step back that fails, and names it', () => {
    put('a.json', 'text');
    const steps = [
      { path: 'a.json', work: () => rmSync(join(dir, 'a.json')) },
      { path: 'b.json', work: () => rmSync(join(dir, 'b.json')) },
    ];
    expect(undoAll(steps)).toEqual(['b.json']);
    expect(existsSync(join(dir, 'a.json'))).toBe(false);
  });
});

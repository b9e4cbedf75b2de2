import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { copySqlite, openWriter } from './open-sqlite';

describe('a copy of an SQLite file', () => {
  let dir = '';
  const at = (name: string): string => join(dir, name);
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'quire-copy-'));
    const handle = openWriter(at('quire.db'), 'normal');
    handle.exec('CREATE TABLE one (id INTEGER)');
    handle.close();
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  it('is a new file that only its user may read', async () => {
    expect(await copySqlite(at('quire.db'), at('copy.db'))).toBeGreaterThan(0);
    expect(statSync(at('copy.db')).mode & 0o777).toBe(0o600);
  });

  it.each(['', 'text of another program'])('leaves a file as it is: %j', async (text) => {
    writeFileSync(at('copy.db'), text);
    await expect(copySqlite(at('quire.db'), at('copy.db'))).rejects.toMatchObject({ code: 'EEXIST' });
    expect(readFileSync(at('copy.db'), 'utf8')).toBe(text);
  });

  it('leaves no file after an error', async () => {
    writeFileSync(at('damaged.db'), 'no database '.repeat(1000));
    await expect(copySqlite(at('damaged.db'), at('copy.db'))).rejects.toMatchObject({
      code: 'SQLITE_NOTADB',
    });
    expect(readdirSync(dir)).not.toContain('copy.db');
  });

  it('throws the first error if a file cannot be removed', async () => {
    writeFileSync(at('damaged.db'), 'no database '.repeat(1000));
    mkdirSync(at('copy.db-journal'));
    await expect(copySqlite(at('damaged.db'), at('copy.db'))).rejects.toMatchObject({
      code: expect.stringMatching(/^SQLITE_/),
    });
    expect(readdirSync(dir)).not.toContain('copy.db');
  });
});

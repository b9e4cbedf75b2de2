// What is refused, with one message, and nothing is written: damaged, forged and foreign archives, and applications with content.

import { readFileSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { runCommand, type TestApp } from '../../../core/testing';
import { removeTemporary, temporary } from '../../../core/testing/temporary';
import { archiveMembers, openArchive } from '../archive/read-archive';
import { memberHead } from '../archive/tar-writer';
import { forged as forgedOf, type Members, membersOf, packed } from './forge';
import { emptyShop, expectDone, fullShop } from './shop';

const KEY = 'correct horse battery';
let source: TestApp;
let target: TestApp;
let bytes: Buffer;
let locked: Buffer;

beforeAll(async () => {
  source = await fullShop({ env: { QUIRE_ARCHIVE_KEY: KEY } });
  target = await emptyShop();
  const folder = temporary();
  await expectDone(source, 'export', join(folder, 'a.tar.gz'));
  await expectDone(source, 'export', join(folder, 'b.enc'), '--encrypt');
  bytes = readFileSync(join(folder, 'a.tar.gz'));
  locked = readFileSync(join(folder, 'b.enc'));
});
afterAll(async () => {
  await source?.close();
  await target?.close();
  removeTemporary();
});

function file(content: Buffer): string {
  const path = join(temporary(), 'given.tar.gz');
  writeFileSync(path, content);
  return path;
}

const forged = (change: (members: Members) => void): Promise<Buffer> => forgedOf(bytes, change);

const articles = 'documents/api/article.article/00001.jsonl';
const replaced =
  (name: string, from: string | RegExp, to: string) =>
  (members: Members): void =>
    void members.set(name, (members.get(name) ?? '').replace(from, to));

it.each<[string, () => Buffer | Promise<Buffer>, RegExp]>([
  ['another file', () => Buffer.from('no archive of anything'), /is not an archive of "quire export"\.$/],
  ['a cut file', () => bytes.subarray(0, bytes.length - 500), /damaged or cut|is cut/],
  [
    'an archive without its end',
    async () => {
      const members = await membersOf(bytes);
      members.delete('end.json');
      return packed(members);
    },
    /^The archive is cut: its end is missing\.$/,
  ],
  [
    'a changed document',
    async () => {
      const members = await membersOf(bytes);
      replaced(articles, '"title":"', '"title":"x')(members);
      return packed(members);
    },
    /^The archive was changed: /,
  ],
  [
    'a version that is too new',
    () => forged(replaced('archive.json', '"version":2', '"version":3')),
    /^The archive has the version 3, and this program reads up to version 2/,
  ],
  [
    'an attribute of another type',
    () => forged(replaced('archive.json', '"title":"string"', '"title":"integer"')),
    /title is integer in the archive, and string here/,
  ],
  [
    'an archive without the drafts of a type',
    () =>
      forged((members) => {
        const head = JSON.parse(members.get('archive.json') ?? '');
        for (const type of head.types) if (type.uid === 'api::article.article') type.axes = ['locale'];
        members.set('archive.json', JSON.stringify(head));
      }),
    /api::article\.article: the archive has no rows along "status"/,
  ],
  [
    'a published row without a draft',
    () =>
      forged((members) => {
        const lines = (members.get(articles) ?? '')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line));
        for (const line of lines)
          if (line.rows.length > 1)
            line.rows = line.rows.filter(
              ({ axes }: { axes: { status: string } }) => axes.status === 'published',
            );
        members.set(articles, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      }),
    /the row \d+ has no row with the status "draft" beside it/,
  ],
  [
    'an unknown content type',
    () => forged(replaced('archive.json', 'api::article.article"', 'api::none.none"')),
    /api::none\.none: this content type is missing here/,
  ],
  [
    'a line that is no document',
    () => forged((all) => void all.set(articles, '{"a":1}\n')),
    /documentId is required/,
  ],
  [
    'a document twice',
    () => forged((all) => void all.set(articles, `${all.get(articles)}${all.get(articles)}`)),
    /twice/,
  ],
  [
    'an unknown attribute',
    () => forged(replaced(articles, '"values":{', '"values":{"toString":1,')),
    /toString: the archive does not list this attribute/,
  ],
  [
    'fewer documents than its end says',
    () => forged((all) => void all.delete(articles)),
    /^api::article\.article: the archive says 6 documents, and has 0\.$/,
  ],
  [
    'a path to the outside',
    () => forged((all) => void all.set('files/../../x', 'x')),
    /member outside of it/,
  ],
  [
    'a file with a folder',
    () => forged((all) => void all.set('files/a/b.png', 'x')),
    /a file with a wrong name/,
  ],
  [
    'a cut encrypted archive',
    () => locked.subarray(0, locked.length - 1),
    /is cut, or its bytes were changed|wrong/,
  ],
  [
    'an encrypted archive with a changed byte',
    () => {
      const copy = Buffer.from(locked);
      copy.writeUInt8(copy.readUInt8(copy.length - 40) ^ 1, copy.length - 40);
      return copy;
    },
    /changed/,
  ],
  ['a wrong passphrase', () => locked, /passphrase of the archive is wrong/],
])('refuses %s', async (_what, given, expected) => {
  const { code, lines } = await runCommand(target.kernel, ['import', file(await given())], {
    answers: ['another passphrase'],
  });
  expect([code, lines.join('\n')]).toEqual([2, expect.stringMatching(expected)]);
  expect(await target.documents('api::article.article').count({ status: 'draft' })).toBe(0);
  expect(await target.documents('api::tag.tag').count()).toBe(0);
});

it('refuses a bomb before its end', async () => {
  // 1.2 GiB of zeros.
  const zeros = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  const head = gzipSync(memberHead('files/zeros', 20 * 64 * 1024 * 1024));
  const { code, lines } = await runCommand(target.kernel, [
    'import',
    file(Buffer.concat([head, ...Array<Buffer>(20).fill(zeros)])),
  ]);
  expect([code, lines.join('\n')]).toEqual([
    2,
    expect.stringMatching(/does not begin with archive\.json|unpacks to/),
  ]);
});

it('an encrypted archive opens with its passphrase, and --dry-run writes nothing', async () => {
  const { code, lines } = await runCommand(target.kernel, ['import', file(locked), '--dry-run'], {
    answers: [KEY],
  });
  expect([code, lines.at(-1)]).toEqual([0, 'Nothing was written (--dry-run).']);
  expect(lines).toContain('api::article.article: 6 documents, 6 added');
  expect(await target.documents('api::article.article').count({ status: 'draft' })).toBe(0);
});

it('refuses a plain archive where the key of an encrypted one is set', async () => {
  const { code, lines } = await runCommand(source.kernel, ['import', file(bytes), '--merge']);
  expect([code, lines.join()]).toEqual([2, expect.stringMatching(/^QUIRE_ARCHIVE_KEY is set, and /)]);
});

it('refuses an archive that is changed while it is read', async () => {
  const path = file(bytes);
  const opened = openArchive(path);
  const read = async () => {
    for await (const { name } of archiveMembers({ ...opened, passphrase: null })) if (name === '') return;
  };
  await read();
  // Another file of this name is not read.
  renameSync(file(locked), path);
  await read();
  opened.close();
  const second = file(bytes);
  const changed = openArchive(second);
  utimesSync(second, new Date(0), new Date(0));
  const all = async () => {
    for await (const { name } of archiveMembers({ ...changed, passphrase: null })) if (name === '') return;
  };
  await expect(all()).rejects.toThrow('The archive was changed while it was read; import it again.');
  changed.close();
});

it('refuses an application with content, unknown names, and flags that contradict', async () => {
  const path = file(locked);
  const run = async (...words: string[]) => {
    const { code, lines } = await runCommand(source.kernel, words);
    expect(code).toBe(2);
    return lines.join('\n');
  };
  expect(await run('import', path)).toMatch(/^This application has content: .*api::article\.article/);
  expect(await run('import', path, '--only', 'api::none.none')).toMatch(
    /^Unknown: api::none\.none\. There are: /,
  );
  expect(await run('import', path, '--source-wins')).toBe('--source-wins needs --merge.');
  expect(await run('import', path, '--replace', 'api::tag.tag', '--merge')).toMatch(/^--replace names/);
  expect(await run('import')).toMatch(/^Expected one word/);
  expect(await run('import', join(temporary(), 'none'))).toMatch(/none is no file\.$/);
  expect(await run('export')).toMatch(/^Expected one word/);
  expect(await run('export', 'x', '--since', 'yesterday')).toMatch(/^--since: "yesterday" is no time/);
});

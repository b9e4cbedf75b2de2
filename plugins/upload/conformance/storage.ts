// Cases of a storage of the application: what it stores, what happens when it fails, and work that an earlier start left.
import { article, get, INVALID, made } from '../../../conformance/cases/build';
import type { Bench, Case, Expectation, Step } from '../../../conformance/cases/case';
import { is, type Pattern } from '../../../conformance/cases/pattern';
import { fileInfo, type Part, part, png, sends, TEXT, upload } from '../../../conformance/cases/upload-files';
import { files, listed, text } from './build';
import { OWN_STORED } from './storage-deployment';

const own = (row: string, name: string, run: (bench: Bench) => Promise<void>): Case =>
  files(row, run, { name, deploy: OWN_STORED });
const hold = (part: string, ...objects: Pattern[]): Step =>
  get(`/conformance/stored/${part}`, { body: { objects: is.both(is.length(objects.length), objects) } });
const replaces = (content: string | Part, expect: Expectation, info = {}): Step =>
  sends([typeof content === 'string' ? text('later.txt', content) : content, fileInfo(info)], expect, {
    path: '/upload?id={f.id}',
  });
/** It has two formats. */
const WIDE = part('wide.png', 'image/png', png(600, 20));
/** The record and the bytes of the file `f` are the first ones. */
const UNCHANGED: readonly Step[] = [
  get('/upload/files/{f.id}', { body: { name: '{f.name}', size: '{f.size}', url: '{f.url}' } }),
  hold('{f.hash}', { text: 'first', name: '{f.hash}.txt' }),
];

const NO_SECRET = { message: is.not(is.matching('secret')) };
const DOWN: Expectation = {
  status: 503,
  error: { name: 'ServiceUnavailableError', ...NO_SECRET },
  headers: { 'retry-after': is.matching('^[1-9][0-9]*$') },
};
const FULL: Expectation = { status: 507, error: { name: 'InsufficientStorageError', ...NO_SECRET } };

export const quireUploadStorageCases: readonly Case[] = [
  own('provider', 'bytes and addresses', async (bench) => {
    const address = (name: string): string => `https://files.conform.test/${name}?signed`;
    await upload(bench, 'f', text('note.txt', 'first'));
    const record = {
      ...{ name: 'note.txt', provider: './src/own-storage', isUrlSigned: true },
      url: address('{f.hash}.txt'),
    };
    await bench.send(get('/upload/files/{f.id}', { body: record }));
    const plain = { mime: 'text/plain', size: 5 };
    await bench.send(hold('{f.hash}', { name: '{f.hash}.txt', text: 'first', size: 5, facts: plain }));
    await bench.send({ send: 'GET', from: 'root', path: '/uploads/{f.hash}.txt', expect: { status: 404 } });
    const second = { name: '{f.hash}.txt', text: 'the second', size: 10, facts: { ...plain, size: 10 } };
    await bench.send(replaces('the second', { status: 200, body: { url: address('{f.hash}.txt') } }));
    await bench.send(hold('{f.hash}', second));
    await upload(bench, 'p', part('wide.png', 'image/png', png(300, 20)));
    const picture = {
      url: address('{p.hash}.png'),
      formats: { thumbnail: { url: address('thumbnail_{p.hash}.png') } },
    };
    await bench.send(
      hold(
        '{p.hash}',
        { name: 'thumbnail_{p.hash}.png', text: is.matching('IHDR') },
        { name: '{p.hash}.png' },
      ),
    );
    await bench.make('a', article({ cover: '{p.id}', gallery: ['{f.id}'] }));
    await bench.send(
      get('/articles/{a.documentId}?populate=*', {
        data: { cover: picture, gallery: [{ url: address('{f.hash}.txt') }] },
      }),
    );
    for (const alias of ['f', 'p']) {
      await bench.send({ send: 'DELETE', path: `/upload/files/{${alias}.id}`, expect: { status: 200 } });
      await bench.send(hold(`{${alias}.hash}`));
    }
  }),
  own('storage', 'that fails', async (bench) => {
    const { mark } = bench;
    for (const [rule, expect] of [
      ['always_put_ENOSPC', FULL],
      ['always_put_EDQUOT', FULL],
      ['always_put_EFBIG', FULL],
      ['always_put_ECONNREFUSED', DOWN],
      ['always_put_null', DOWN],
      ['always_put_text', DOWN],
      ['always_put_client', DOWN],
      [
        'always_put_server',
        { status: 500, error: { name: 'ClosedError', message: 'The storage is closed' } },
      ],
      ['broken', DOWN],
      ['always_url_text', DOWN],
      ['always_signedUrl_client', DOWN],
    ] as const) {
      await bench.send(sends([text(`${mark} a.txt`), text(`${mark} ${rule}.txt`)], expect));
      await bench.send(listed([]));
      await bench.send(hold('{mark}'));
    }
    await bench.send(get('/conformance/partial', { body: { names: ['.partial-new'] } }));
    await bench.send(sends([{ ...WIDE, filename: `${mark} third_put_ENOSPC.png` }], FULL));
    await bench.send(hold('{mark}'));
    for (const [rule, ...left] of [
      ['twice_remove_text'],
      ['always_remove_client', { name: '{f.hash}.txt' }],
    ] as const) {
      await upload(bench, 'f', text(`${rule}.txt`, 'first'));
      await bench.send({ send: 'DELETE', path: '/upload/files/{f.id}', expect: { status: 200 } });
      await bench.send(get('/upload/files/{f.id}', { status: 404 }));
      await bench.send(hold('{f.hash}', ...left));
    }
  }),
  own('storage', 'that fails for a replacement', async (bench) => {
    for (const [rule, expect, content] of [
      ['next_put_ENOSPC', FULL, 'second'],
      ['next_put_client', DOWN, 'second'],
      ['third_put_EDQUOT', FULL, WIDE],
    ] as const) {
      await upload(bench, 'f', text(`${rule}.txt`, 'first'));
      await bench.send(replaces(content, expect));
      for (const step of UNCHANGED) await bench.send(step);
    }
    await upload(bench, 'f', text('twice_get_text.txt', 'first'));
    await bench.send(replaces('second', { status: 200 }));
    await bench.send(hold('{f.hash}', { name: '{f.hash}.txt', text: 'second' }));
    // The record is new, and the new bytes wait.
    await upload(bench, 'f', text('next_get_text.txt', 'first'));
    for (const content of [WIDE, 'the third'])
      await bench.send(replaces(content, { status: 200, body: { url: '{f.url}' } }));
    const picture = { text: is.matching('IHDR') };
    const objects = is.shuffled({ text: 'first' }, picture, picture, picture, { text: 'the third' });
    await bench.send(get('/conformance/stored/{f.hash}', { body: { objects } }));
    await bench.send({ send: 'DELETE', path: '/upload/files/{f.id}', expect: { status: 200 } });
    await bench.send(hold('{f.hash}'));
  }),
  own('storage', 'without the row', async (bench) => {
    const { mark } = bench;
    const caption = { caption: 'refused' };
    await bench.send(sends([text(`${mark}.txt`), fileInfo(caption)], INVALID));
    await bench.send(listed([]));
    await bench.send(hold('{mark}'));
    await upload(bench, 'f', text('note.txt', 'first'));
    for (const content of ['second', WIDE]) {
      await bench.send(replaces(content, INVALID, caption));
      for (const step of UNCHANGED) await bench.send(step);
    }
  }),
  own('unfinished', 'after a start', async (bench) => {
    await bench.send(
      get('/conformance/settled/waits', {
        body: { objects: is.both(is.length(1), [{ name: is.matching('^waits_'), text: 'third' }]) },
      }),
    );
    await bench.send(get('/conformance/partial', { body: { names: ['.partial-new'] } }));
    await bench.send(hold('old.txt', { name: 'old.txt', text: 'old' }));
    const records = [{ name: 'waits.txt', size: 0.01 }];
    await bench.send(get('/upload/files?filters[name][$eq]=waits.txt', { body: records }));
  }),
  own('related', 'in components that contain each other', async (bench) => {
    for (const alias of ['f', 'g', 'h', 'i']) await upload(bench, alias, TEXT);
    const chain = { file: '{g.id}', ring: { file: '{h.id}' }, hook: { file: '{i.id}' } };
    await bench.make('c', made('/circles', { ring: { file: '{f.id}', chain } }));
    const shown = { __type: 'api::circle.circle', documentId: '{c.documentId}' };
    for (const [alias, related] of [
      ['f', [shown]],
      ['g', [shown]],
      ['i', [shown]],
      // Only the shortest path to each component counts.
      ['h', []],
    ] as const)
      await bench.send(
        get(`/upload/files/{${alias}.id}?populate=related`, {
          body: { related: is.both(is.length(related.length), related) },
        }),
      );
    await upload(bench, 'p', part('p.png', 'image/png', png(20, 10)));
    const wrong = { file: '{g.id}', ring: { file: '{p.id}' } };
    await bench.send({
      send: 'POST',
      path: '/circles',
      body: { data: { ring: { chain: wrong } } },
      expect: INVALID,
    });
  }),
];

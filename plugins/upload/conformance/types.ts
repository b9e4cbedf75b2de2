// Cases of the types of files: the real type of the bytes, and the types that an attribute or the plugin allows.
import { get, INVALID, made, put } from '../../../conformance/cases/build';
import type { Case } from '../../../conformance/cases/case';
import { OTHER_OPTIONS } from '../../../conformance/cases/deployments';
import { OWN_TYPES } from '../../../conformance/cases/own-types';
import { is } from '../../../conformance/cases/pattern';
import { part, png, sends, TEXT, upload } from '../../../conformance/cases/upload-files';
import { files, holder, ids, refused, text } from './build';

const kinds: readonly (readonly [attribute: string, filename: string, type: string])[] = [
  ['film', 'f.avi', 'video/x-msvideo'],
  ['sound', 's.mid', 'audio/midi'],
  ['paper', 'p.txt', 'text/plain'],
];

/** The first bytes of containers, which hold audio or video. */
const WEBM = Buffer.from('1a45dfa39f4286810142f7810142f2810442f381084282847765626d42878104', 'hex');
const OGG = Buffer.from('4f67675300020000000000000000', 'hex');
const MP4 = Buffer.from('00000018667479704d344120000000000000000000000000', 'hex');

export const quireUploadTypeCases: readonly Case[] = [
  files('found-type', async (bench) => {
    const { mark } = bench;
    const UNKNOWN = 'application/octet-stream';
    for (const [filename, type, content, mime, ext] of [
      ['p.png', UNKNOWN, png(20, 10), 'image/png', '.png'],
      ['p', 'none', png(20, 10), 'image/png', '.png'],
      ['p.own', UNKNOWN, png(20, 10), 'image/png', '.png'],
      ['p.own', 'image/png', png(20, 10), 'image/png', '.png'],
      ['p.own', 'text/plain', 'a text', 'text/plain', '.own'],
      ['p.bin', UNKNOWN, 'no known bytes', UNKNOWN, '.bin'],
      ['v.webm', 'video/webm', WEBM, 'video/webm', '.webm'],
      ['a.weba', 'audio/webm', WEBM, 'audio/webm', '.weba'],
      ['a.ogg', 'audio/ogg', OGG, 'audio/ogg', '.ogg'],
      ['a.m4a', 'audio/mp4', MP4, 'audio/mp4', '.m4a'],
    ] as const) {
      await upload(bench, 'f', part(filename, type, content));
      await bench.send(get('/upload/files/{f.id}', { body: { mime, ext } }));
    }
    for (const [type, content] of [
      ['video/ogg', WEBM],
      ['audio/mp4', OGG],
      ['audio/webm', MP4],
    ] as const)
      await refused(bench, [part(`${mark}.bin`, type, content)], { error: { details: { declared: type } } });
  }),
  files('real-type', async (bench) => {
    const name = `${bench.mark}.png`;
    const pdf = '%PDF-1.4\n1 0 obj\n<<>>\nendobj\n';
    const named = { error: { details: { declared: 'image/png', real: 'application/pdf' } } };
    await refused(bench, [part(name, 'image/png', pdf)], named);
    await refused(bench, [part(`${bench.mark}.pdf`, 'application/pdf', png(20, 20))]);
    await refused(bench, [part(`${bench.mark}.jpg`, 'image/jpeg', png(20, 20))]);
    for (const type of ['image/svg+xml', 'video/png', 'application/png'])
      await refused(bench, [part(name, type, png(20, 20))], { error: { details: { declared: type } } });
  }),
  files('allowed', async (bench) => {
    await upload(bench, 'f', TEXT);
    await upload(bench, 'g', part('p.png', 'image/png', png(20, 20)));
    await bench.make('s', made('/checks', { req: 'r', imgs: ['{g.id}'] }));
    await bench.send(put('/checks/{s.documentId}', { imgs: ['{g.id}', '{f.id}'] }, INVALID));
    await bench.send(put('/checks/{s.documentId}', { imgs: { connect: ['{f.documentId}'] } }, INVALID));
    await bench.send(get('/checks/{s.documentId}?populate=imgs', { data: { imgs: [{ id: '{g.id}' }] } }));
  }),
  files(
    'allowed',
    async (bench) => {
      await upload(bench, 'f');
      await upload(bench, 'g');
      await upload(bench, 't', TEXT);
      await bench.make('a', holder());
      await bench.make('s', made('/checks', { req: 'r', imgs: ['{g.id}'] }));
      for (const data of [
        { seo: { metaTitle: 'S', image: '{t.id}' } },
        { seo: { metaTitle: 'S', image: { documentId: '{t.documentId}' } } },
        { zone: [{ __component: 'shared.slider', files: ['{t.documentId}'] }] },
        {
          zone: [
            { __component: 'shared.quote' },
            { __component: 'shared.slider', files: ['{f.id}', '{t.id}'] },
          ],
        },
      ])
        await bench.send(
          put('/articles/{a.documentId}', data, {
            ...INVALID,
            error: { details: { errors: [{ path: is.including(Object.keys(data)[0] ?? '') }] } },
          }),
        );
      for (const imgs of [
        '{t.id}',
        String(bench.value('t.id')),
        [String(bench.value('t.id'))],
        [{ id: '{t.id}' }],
        [{ documentId: '{t.documentId}' }],
        { set: ['{f.id}', '{t.id}'] },
        { set: [{ documentId: '{t.documentId}' }] },
        { connect: [{ id: '{f.id}' }, { id: '{t.id}' }] },
        { connect: [{ documentId: '{t.documentId}', position: { start: true } }], disconnect: ['{g.id}'] },
      ])
        await bench.send(put('/checks/{s.documentId}', { imgs }, INVALID));
      await bench.send({
        send: 'POST',
        path: '/checks',
        body: { data: { req: 'r', imgs: ['{t.id}'] } },
        expect: INVALID,
      });
      await bench.send(
        get('/articles/{a.documentId}?populate[seo][populate]=image&populate[zone][populate]=*', {
          data: { seo: { image: { id: '{f.id}' } }, zone: [{}, { files: ids('g', 'f') }] },
        }),
      );
      await bench.send(
        put('/checks/{s.documentId}', { imgs: { connect: [{ documentId: '{f.documentId}' }] } }),
      );
      await bench.send(
        get('/checks/{s.documentId}?populate=imgs', { data: { imgs: is.both(is.length(2), ids('g', 'f')) } }),
      );
    },
    { name: 'in entries and in each form', lock: 'upload' },
  ),
  files(
    'allowed',
    async (bench) => {
      for (const [alias, filename, type] of kinds) await upload(bench, alias, part(filename, type, 'words'));
      await upload(bench, 'picture');
      const all = [...kinds.map(([alias]) => alias), 'picture'];
      for (const [attribute] of kinds)
        for (const alias of all) {
          const data = { [attribute]: `{${alias}.id}` };
          if (alias === attribute) await bench.make(`m${alias}`, made('/medleys', data));
          else await bench.send({ send: 'POST', path: '/medleys', body: { data }, expect: INVALID });
        }
      const unknown = { film: 2_000_000_000 };
      await bench.send({ send: 'POST', path: '/medleys', body: { data: unknown }, expect: INVALID });
    },
    { name: 'each kind', lock: 'upload', deploy: OWN_TYPES },
  ),
  files(
    'types',
    async (bench) => {
      await bench.send(sends([part('p.bmp', 'text/plain', 'words')], INVALID));
      await bench.send(sends([part('p.txt', 'text/html', 'words')], INVALID));
      await upload(bench, 'f', text('p.txt'));
    },
    { name: 'of the name as well', lock: 'upload', deploy: OTHER_OPTIONS },
  ),
];

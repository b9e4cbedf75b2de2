// Cases of related documents in the answers about files: the forms of `populate`, their options, and the links of media attributes.
import { borrowUser } from '../../../conformance/cases/accounts';
import { article, get, put } from '../../../conformance/cases/build';
import type { Bench, Case, Step } from '../../../conformance/cases/case';
import { exactly, is, only, type Pattern } from '../../../conformance/cases/pattern';
import { TEXT, upload } from '../../../conformance/cases/upload-files';
import { files, makeHolder, shows } from './build';

const ARTICLE = 'api::article.article';
const ON = `populate[related][on][${ARTICLE}]`;
const file = (alias: string, query: string, related: Pattern): Step =>
  get(`/upload/files/{${alias}.id}?${query}`, { body: { id: `{${alias}.id}`, related } });
const of = (...aliases: string[]): Pattern =>
  is.shuffled(...aliases.map((each) => ({ documentId: `{${each}.documentId}`, __type: ARTICLE })));
/** Two articles that show the file `f`. */
async function holders(bench: Bench): Promise<void> {
  await upload(bench, 'f', TEXT);
  await bench.make('a', article({ title: '{mark} a', rating: 1, cover: '{f.id}' }));
  await bench.make('b', article({ title: '{mark} b', rating: 2, gallery: ['{f.id}'] }));
}

export const quireUploadRelatedCases: readonly Case[] = [
  files(
    'related',
    async (bench) => {
      await holders(bench);
      for (const populate of [
        'populate=*',
        'populate=related',
        'populate=related,related',
        'populate[0]=related',
        'populate[related]=true',
        'populate[related]=*',
        'populate[related][on][api::article.article]=true',
        'populate[related][on][api::article.article]=*',
      ])
        await bench.send(file('f', populate, of('a', 'b')));
      for (const populate of ['', 'populate[related]=false', 'fields=name'])
        await bench.send(file('f', populate, is.absent));
      await bench.send(file('f', 'populate[related][on][api::check.check]=true', exactly([])));
      await bench.send(file('f', `${ON}=false`, exactly([])));
      await bench.send(file('f', 'populate[related][count]=true', { count: 2 }));
      await bench.send(
        file('f', `populate[related][count]=true&populate[related][on][api::check.check]=true`, { count: 0 }),
      );
      for (const populate of [
        'populate[related][on][api::none.none]=true',
        'populate[related][fields][0]=title',
        'populate[related][colour]=red',
        `${ON}[colour]=red`,
        `${ON}[fields][0]=nothing`,
        `${ON}[populate]=nothing`,
      ])
        await bench.send(
          get(`/upload/files/{f.id}?${populate}`, { status: 400, error: { name: 'ValidationError' } }),
        );
    },
    { name: 'the forms of populate', lock: 'upload' },
  ),
  files(
    'related',
    async (bench) => {
      await holders(bench);
      const shown = (alias: string, more: Pattern): Pattern => ({
        documentId: `{${alias}.documentId}`,
        __type: ARTICLE,
        ...Object(more),
      });
      const onlyTitle = (title: string) => ({ id: is.integer, documentId: is.text, __type: ARTICLE, title });
      await bench.send(
        file(
          'f',
          `${ON}[fields][0]=title`,
          is.shuffled(only(onlyTitle('{mark} a')), only(onlyTitle('{mark} b'))),
        ),
      );
      await bench.send(file('f', `${ON}[filters][rating][$gt]=1`, exactly([shown('b', { rating: 2 })])));
      await bench.send(file('f', `${ON}[filters][title]=none`, exactly([])));
      for (const [order, aliases] of [
        ['asc', ['a', 'b']],
        ['desc', ['b', 'a']],
      ] as const)
        await bench.send(
          file('f', `${ON}[sort]=rating:${order}`, exactly(aliases.map((alias) => shown(alias, {})))),
        );
      await bench.send(
        file(
          'f',
          `${ON}[populate]=cover`,
          is.shuffled(shown('a', { cover: { id: '{f.id}' } }), shown('b', { cover: null })),
        ),
      );
      await bench.send(
        file(
          'f',
          `${ON}=*`,
          is.shuffled(
            shown('a', { gallery: exactly([]) }),
            shown('b', { gallery: exactly([{ id: '{f.id}' }]) }),
          ),
        ),
      );
      // The list, the page, and each file alone.
      await upload(bench, 'g', TEXT);
      const query = `filters[id][$in][0]={f.id}&filters[id][$in][1]={g.id}&sort=id&${ON}[fields][0]=title`;
      const both = exactly([
        { id: '{f.id}', related: is.length(2) },
        { id: '{g.id}', related: exactly([]) },
      ]);
      await bench.send(get(`/upload/files?${query}`, { body: both }));
      await bench.send(get(`/upload/files/page?${query}`, { data: both }));
      await borrowUser(bench, 'blind', ['plugin::upload.content-api.findOne', `${ARTICLE}.findOne`]);
      await bench.send({ ...file('f', 'populate=related', exactly([])), as: 'blind' });
      const where = { rating: 2 };
      await borrowUser(bench, 'ruled', [
        'plugin::upload.content-api.findOne',
        { action: `${ARTICLE}.find`, where },
      ]);
      await bench.send({ ...file('f', 'populate=related', of('b')), as: 'ruled' });
      await borrowUser(bench, 'narrow', [
        'plugin::upload.content-api.findOne',
        { action: `${ARTICLE}.find`, fields: ['title', 'gallery'] },
      ]);
      await bench.send({ ...file('f', 'populate=related', of('b')), as: 'narrow' });
    },
    { name: 'options and rights', lock: 'upload', needs: ['auth'] },
  ),
  files(
    'order',
    async (bench) => {
      for (const alias of ['f', 'g', 'h', 'i']) await upload(bench, alias, TEXT);
      await bench.make(
        'a',
        article({ cover: '{f.id}', gallery: ['{f.id}', '{g.id}'], seo: { metaTitle: 'S' } }),
      );
      const change = (data: object, query = ''): Step => put(`/articles/{a.documentId}${query}`, data);
      const steps: readonly (readonly [object, string | null, ...string[]])[] = [
        [{ gallery: { connect: ['{h.documentId}'] } }, 'f', 'f', 'g', 'h'],
        [{ gallery: { disconnect: ['{f.documentId}'] } }, 'f', 'g', 'h'],
        [
          { gallery: { connect: [{ documentId: '{i.documentId}', position: { start: true } }] } },
          'f',
          'i',
          'g',
          'h',
        ],
        [
          {
            gallery: { connect: [{ documentId: '{f.documentId}', position: { before: '{h.documentId}' } }] },
          },
          'f',
          'i',
          'g',
          'f',
          'h',
        ],
        [
          { gallery: { connect: [{ documentId: '{i.documentId}', position: { end: true } }] } },
          'f',
          'g',
          'f',
          'h',
          'i',
        ],
        [{ gallery: { connect: ['{g.documentId}'], disconnect: ['{h.documentId}'] } }, 'f', 'f', 'i', 'g'],
        [{ cover: null, gallery: { set: ['{h.documentId}', '{g.documentId}'] } }, null, 'h', 'g'],
        [{ cover: { connect: ['{i.documentId}'] }, gallery: null }, 'i'],
        [{ cover: '{g.documentId}', gallery: ['{g.id}', '{f.id}'] }, 'g', 'g', 'f'],
        [{ cover: { disconnect: ['{g.documentId}'] } }, null, 'g', 'f'],
        [{ title: '{mark} other' }, null, 'g', 'f'],
      ];
      for (const [data, cover, ...gallery] of steps) {
        await bench.send(change(data));
        for (const query of ['', '&status=draft']) await bench.send(shows(query, cover, ...gallery));
      }
      // A draft has links of its own until it is published.
      await bench.send(change({ cover: '{f.id}', gallery: ['{i.id}'] }, '?status=draft'));
      await bench.send(shows('&status=draft', 'f', 'i'));
      await bench.send(shows('', null, 'g', 'f'));
      await bench.send({
        send: 'POST',
        path: '/articles/{a.documentId}/actions/publish',
        expect: { status: 200 },
      });
      await bench.send(shows('', 'f', 'i'));
      await bench.send(change({ cover: '{g.id}', gallery: [] }, '?status=draft'));
      await bench.send({
        send: 'POST',
        path: '/articles/{a.documentId}/actions/discard-draft',
        expect: { status: 200 },
      });
      await bench.send(shows('&status=draft', 'f', 'i'));
      // A file may be named once, by a known id.
      for (const gallery of [['999999999'], [{ id: 999_999_999 }], { connect: ['unknown00000000000000000'] }])
        await bench.send(put('/articles/{a.documentId}', { gallery }, { status: 400 }));
      await bench.send(shows('', 'f', 'i'));
    },
    { name: 'connect, disconnect, set, and versions', lock: 'upload', needs: ['drafts'] },
  ),
  files(
    'order',
    async (bench) => {
      await makeHolder(bench);
      const read = (seo: string | null, ...slider: string[]): Step =>
        get('/articles/{a.documentId}?populate[seo][populate]=image&populate[zone][populate]=*', {
          data: {
            seo: { metaTitle: 'S', image: seo === null ? null : { id: `{${seo}.id}` } },
            zone: [
              { __component: 'shared.quote' },
              { files: exactly(slider.map((alias) => ({ id: `{${alias}.id}` }))) },
            ],
          },
        });
      await bench.send(read('f', 'g', 'f'));
      await bench.send({ ...get('/articles/{a.documentId}?populate=*'), save: 'whole' });
      const zone = (slider: readonly string[]) => [
        { __component: 'shared.quote', text: 'q' },
        { __component: 'shared.slider', files: slider.map((alias) => `{${alias}.id}`) },
      ];
      await bench.send(
        put('/articles/{a.documentId}', {
          seo: { metaTitle: 'S', image: '{g.documentId}' },
          zone: zone(['f', 'g']),
        }),
      );
      await bench.send(read('g', 'f', 'g'));
      await bench.send(
        put('/articles/{a.documentId}', { seo: { metaTitle: 'S', image: null }, zone: zone([]) }),
      );
      await bench.send(read(null));
    },
    { name: 'in entries', lock: 'upload' },
  ),
];

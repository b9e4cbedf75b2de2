// The row about clones. No route clones a document, so the deployment has a mutation that does.

import { HOOKED } from '../application-plugins';
import { get, made, named, put } from '../build';
import type { Bench, Case } from '../case';
import { returns } from '../document-plugin';
import { gives } from '../graphql-build';
import { is } from '../pattern';

const clone = (documentId: string): string => `mutation { cloneSample(documentId: "${documentId}") }`;

/** A clone has no published rows. */
const ROWS = ['status=draft', 'locale=fr&status=draft'];
const SHOWN = [
  'fields[0]=name&fields[1]=ratio&populate[tags]=true&populate[seo][populate]=metas',
  'populate[refs][populate]=target&populate[zone][on][shared.quote]=true',
  'populate[zone][on][shared.seo][populate]=metas&',
].join('&');

/** The ids of all entries, and the content without them. A document in a relation keeps its id. */
function split(value: unknown, ids: unknown[] = []): { content: unknown; ids: unknown[] } {
  if (Array.isArray(value)) return { content: value.map((one) => split(one, ids).content), ids };
  if (typeof value !== 'object' || value === null) return { content: value, ids };
  if ('documentId' in value) return { content: value, ids };
  const { id, ...rest } = value as Readonly<Record<string, unknown>>;
  ids.push(`${id}`);
  const content = Object.fromEntries(
    Object.entries(rest).map(([key, one]) => [key, split(one, ids).content]),
  );
  return { content, ids };
}

/** One row of a document: its content, and the ids of its entries. */
async function rowOf(bench: Bench, alias: string, words: string): Promise<ReturnType<typeof split>> {
  const { body } = await bench.send(get(`/samples/{${alias}}?${SHOWN}${words}`, { status: 200 }));
  const { name, ratio, seo, refs, zone, tags } = Object(Object(body).data);
  const found = split([seo, refs, zone]);
  return { content: [name, ratio, tags, found.content], ids: found.ids };
}

export const quireCloneCases: readonly Case[] = [
  {
    rows: ['quire.entries.clone'],
    deploy: HOOKED,
    given: {
      t: named('/tags', 'target'),
      m: made('/samples', { name: '{mark} mate' }),
      s: made('/samples', {
        ...{ name: '{mark}', ratio: 1.5, tags: ['{t.documentId}'], mate: '{m.documentId}' },
        seo: { metaTitle: 'm', metas: [{ key: 'a', value: '1' }, { key: 'b' }] },
        refs: [{ label: 'x', target: '{t.documentId}' }, { label: 'y' }],
        zone: [
          { __component: 'shared.quote', text: 'q' },
          { __component: 'shared.seo', metaTitle: 'z', metas: [{ key: 'k' }] },
        ],
      }),
    },
    async run(bench) {
      const french = { name: '{mark} fr', refs: [{ label: 'fr' }], seo: { metaTitle: 'fr' } };
      await bench.send(put('/samples/{s.documentId}?locale=fr', french));
      await bench.send(put('/samples/{s.documentId}?status=draft', { name: '{mark} draft' }));
      bench.keep('old', bench.value('s.documentId'));
      await bench.send({
        ...gives(clone('{old}'), {}),
        save: { copy: 'body.data.cloneSample' },
      });
      bench.afterwards({ send: 'DELETE', path: '/samples/{copy}?locale=*' });
      for (const words of ROWS) {
        const old = await rowOf(bench, 'old', words);
        const copy = await rowOf(bench, 'copy', words);
        const what = `of the clone with ?${words}`;
        const [expected, received] = [old.content, copy.content].map((one) => JSON.stringify(one));
        if (expected !== received) bench.fail(`the content ${what}`, old.content, copy.content);
        if (new Set(copy.ids).size === 0 || copy.ids.some((id) => old.ids.includes(id)))
          bench.fail(`the ids of the entries ${what}`, 'new ids', { old: old.ids, copy: copy.ids });
      }
      await bench.send(get('/samples/{copy}?populate=mate&status=draft', { data: { mate: null } }));
      await bench.send(
        get('/samples/{old}?populate=mate&status=draft', {
          data: { mate: { documentId: '{m.documentId}' } },
        }),
      );
      await bench.send(gives(clone('none'), { cloneSample: null }));
      await bench.send(get('/samples/{copy}', { status: 404 }));
      await bench.send(get('/samples/{copy}?status=draft', { data: { publishedAt: null } }));
      // Only the asked locale.
      const inFrench = { documentId: '{old}', locale: 'fr', data: { name: '{mark} fr copy' } };
      await bench.send(returns('sample', 'clone', inFrench, { name: '{mark} fr copy', locale: 'fr' }));
      const list = '/samples?filters[name]={mark} fr copy&status=draft&locale=';
      await bench.send(get(`${list}fr`, { data: is.length(1) }, { save: { one: 'body.data.0' } }));
      bench.afterwards({ send: 'DELETE', path: '/samples/{one.documentId}?locale=*' });
      await bench.send(get('/samples/{one.documentId}?status=draft', { status: 404 }));
      // A component without its parts.
      await bench.make('e', made('/stampeds', { name: '{mark}', shell: { label: 'a' }, shells: [{}] }));
      const parts = { name: '{mark} copy' };
      await bench.send(returns('stamped', 'clone', { documentId: '{e.documentId}', data: parts }, parts));
      const shown = 'populate[shell][populate]=*&populate[shells][populate]=*';
      const empty = { core: null, cores: is.length(0) };
      await bench.send(
        get(`/stampeds?filters[name]={mark} copy&${shown}`, {
          data: [{ shell: { label: 'a', ...empty }, shells: [empty] }],
        }),
      );
      const live = { documentId: '{old}', status: 'published', data: { name: '{mark} live' } };
      await bench.send(returns('sample', 'clone', live, { name: '{mark} live', publishedAt: is.timestamp }));
      await bench.send(
        get('/samples?filters[name]={mark} live', { data: is.length(1) }, { save: { live: 'body.data.0' } }),
      );
      bench.afterwards({ send: 'DELETE', path: '/samples/{live.documentId}?locale=*' });
      await bench.send(get('/samples/{live.documentId}?status=draft', { data: { name: '{mark} live' } }));
    },
  },
];

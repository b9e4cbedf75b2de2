// Cases of updates that name entries by id: entries keep their ids and values, in the new order.
import { get, idOf, put } from '../build';
import type { Case } from '../case';
import { exactly, is, type Pattern } from '../pattern';
import { SAMPLE } from './dense-queries';

export const quireEntryUpdateCases: readonly Case[] = [
  {
    rows: ['quire.entries.by-id'],
    given: SAMPLE,
    async run(bench) {
      const all = 'populate[refs][populate]=target&populate[seo][populate]=metas';
      await bench.send(get(`/samples/${idOf('s')}?${all}`, {}, { save: 'before' }));
      const entry = (path: string): unknown => bench.value(`before.${path}.id`);
      const [x, y, z] = [0, 1, 2].map((at) => entry(`refs.${at}`));
      const seo = entry('seo');
      const [a, b] = [0, 1].map((at) => entry(`seo.metas.${at}`));
      // The others keep their values and ids, in the new order.
      await bench.send(
        put(`/samples/${idOf('s')}`, {
          refs: [{ id: z, label: 'zz' }, { label: 'new', target: idOf('u') }, { id: String(x) }],
          seo: { id: seo, metaDescription: 'dd', metas: [{ id: b, value: '2' }, { id: a }] },
        }),
      );
      const refs: Pattern[] = [
        { id: z as number, label: 'zz', target: null },
        { label: 'new', target: { name: 'other' } },
        { id: x as number, label: 'x', target: { name: 'target' } },
      ];
      const metas = [
        { id: b as number, key: 'b', value: '2' },
        { id: a as number, key: 'a', value: '1' },
      ];
      const kept = { refs, seo: { id: seo as number, metaTitle: 'm', metaDescription: 'dd', metas } };
      await bench.send(get(`/samples/${idOf('s')}?${all}`, { data: kept }));
      await bench.send(put(`/samples/${idOf('s')}`, { name: 'renamed' }));
      await bench.send(get(`/samples/${idOf('s')}?${all}`, { data: kept }));
      await bench.send(get(`/samples/${idOf('s')}?status=draft&${all}`, { data: kept }));
      await bench.send(
        put(`/samples/${idOf('s')}`, {
          refs: [
            { id: x, target: { connect: [idOf('u')] } },
            { id: z, target: { disconnect: [idOf('t')] } },
          ],
        }),
      );
      await bench.send(
        get(`/samples/${idOf('s')}?${all}`, {
          data: {
            refs: [
              { label: 'x', target: { name: 'other' } },
              { label: 'zz', target: null },
            ],
          },
        }),
      );
      for (const wrong of [
        { refs: [{ id: y }] },
        { refs: [{ id: x }, { id: x }] },
        { refs: [{ id: seo }] },
        { refs: [{ id: 'x1' }] },
        { seo: { id: a } },
        { zone: [{ __component: 'shared.quote', id: x }] },
      ])
        await bench.send(put(`/samples/${idOf('s')}`, wrong, { status: 400 }));
      // An id of null is none.
      await bench.send(put(`/samples/${idOf('s')}`, { refs: [{ id: null, label: 'null' }] }));
      await bench.send(
        get(`/samples/${idOf('s')}?${all}`, { data: { refs: exactly([{ id: is.integer, label: 'null' }]) } }),
      );
    },
  },
];

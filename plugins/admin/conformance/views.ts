// Cases of saved views and preferences.
import type { Case, Step } from '../../../conformance/cases/case';
import { exactly, is, only, type Pattern } from '../../../conformance/cases/pattern';
import { SHEET, served } from '../../../conformance/cases/served';
import { asks, forbidden, looks, ofSheets, person } from './build';

const AT = `/views/${SHEET}`;
const save = (as: string, body: object, expect: Step['expect'] & {}, more: Partial<Step> = {}): Step =>
  asks('PUT', AT, as, body, expect, more);
const remove = (as: string, id: string, expect: Step['expect'] & {}): Step =>
  asks('DELETE', `${AT}/${id}`, as, undefined, expect);
const view = (name: string, shared = false, words: object = {}) => ({ name, shared, words });
const lists = (as: string, ...names: string[]): Step =>
  looks(AT, as, { data: exactly(names.map((name): Pattern => ({ name }))) });

export const adminViewCases: readonly Case[] = [
  served('quire.admin.views', {}, async (bench) => {
    const share = 'plugin::admin.view.share';
    await person(bench, 'ann', ofSheets('find'));
    await person(bench, 'ben', [...ofSheets('find'), share]);
    await person(bench, 'eve', [...ofSheets('find'), share]);
    await person(bench, 'blind', ['api::tag.tag.find']);
    const words = { q: 'pond', filters: 'count~$gte~7', sort: 'title:asc', columns: 'title,count' };
    const mine = { id: is.integer, name: '{mark} mine', shared: false, own: true, words };
    await bench.send(
      save('ann', view('{mark} mine', false, words), { status: 200, data: only(mine) }, { save: 'mine' }),
    );
    await bench.send(
      save('ann', view('{mark} mine', false, { q: 'x' }), {
        data: only({ ...mine, id: '{mine.id}', words: { q: 'x' } }),
      }),
    );
    await bench.send(
      save('ben', view('{mark} ours', true), { data: { shared: true, own: true } }, { save: 'ours' }),
    );
    await bench.send(save('ann', view('{mark} b', true), forbidden(share)));
    await bench.send(
      looks(AT, 'ann', {
        data: exactly([
          { id: '{mine.id}', own: true, shared: false, words: only({ q: 'x' }) },
          { id: '{ours.id}', own: false, shared: true },
        ]),
      }),
    );
    await bench.send(lists('ben', '{mark} ours'));
    await bench.send(looks('/views/api::tag.tag', 'blind', { data: exactly([]) }));
    await bench.send(looks(AT, 'blind', { status: 404 }));
    await bench.send(save('blind', view('x'), { status: 404 }));
    await bench.send(looks('/views/api::none.none', 'ann', { status: 404 }));
    for (const body of [
      view(''),
      view('n'.repeat(61)),
      view('x', false, { filters: 'f'.repeat(2_001) }),
      view('x', false, { q: 'q'.repeat(201) }),
      view('x', false, { sort: 's'.repeat(201) }),
      view('x', false, { columns: 'c'.repeat(2_001) }),
      view('x', false, { colour: 'red' }),
      { name: 'x', shared: false },
      { name: 'x', words: {} },
      { ...view('x'), shared: 'yes' },
    ])
      await bench.send(save('ann', body, { status: 400 }));
    const longest = {
      filters: 'f'.repeat(2_000),
      q: 'q'.repeat(200),
      sort: 's'.repeat(200),
      columns: 'c'.repeat(2_000),
    };
    await bench.send(
      save('ann', view('n'.repeat(60), false, longest), { data: { words: longest } }, { save: 'long' }),
    );
    await bench.send(remove('ben', '{mine.id}', { status: 404 }));
    await bench.send(remove('ann', '{ours.id}', forbidden(share)));
    await bench.send(remove('ann', '999999999', { status: 404 }));
    await bench.send(remove('ann', '{long.id}', { status: 204 }));
    await bench.send(remove('eve', '{ours.id}', { status: 204 }));
    await bench.send(lists('ann', '{mark} mine'));
    // A user has at most fifty views of a type.
    for (let n = 1; n < 50; n += 1) await bench.send(save('ann', view(`{mark} ${n}`), { status: 200 }));
    await bench.send(
      save('ann', view('{mark} more'), { status: 400, error: { message: is.matching('50 views') } }),
    );
    await bench.send(save('ann', view('{mark} 7', false, { q: 'again' }), { status: 200 }));
    await bench.send(looks(AT, 'ann', { data: is.length(50) }));
  }),
  served('quire.admin.preferences', {}, async (bench) => {
    await person(bench, 'ann');
    await person(bench, 'ben');
    const at = '/preferences';
    const store = (data: unknown, expect: Step['expect'] & {}): Step =>
      asks('PUT', at, 'ann', { data }, expect);
    await bench.send(looks(at, 'ann', { body: only({ data: {} }) }));
    await bench.send(store({ language: 'fr', columns: ['title'] }, { data: { language: 'fr' } }));
    await bench.send(store({ columns: ['count'] }, { data: only({ columns: ['count'] }) }));
    await bench.send(looks(at, 'ann', { body: only({ data: { columns: ['count'] } }) }));
    await bench.send(looks(at, 'ben', { body: only({ data: {} }) }));
    // The JSON text has at most 16384 bytes.
    const text = (bytes: number): object => ({ x: 'ü'.repeat(Math.floor((bytes - 8) / 2)) });
    await bench.send(store(text(16_384), { status: 200 }));
    await bench.send(store(text(16_386), { status: 400, error: { message: is.matching('16384') } }));
    for (const data of ['x', [1], null, 5]) await bench.send(store(data, { status: 400 }));
    await bench.send(looks(at, null, { status: 401 }));
    await bench.send({ ...looks(at, null, { status: 401 }), as: 'full', headers: {} });
  }),
];

// Cases of values that a draft may lack and a published document needs.
import { act, check, get, made, named, post, put } from '../build';
import type { Case, Expectation, Step } from '../case';
import { OWN_TYPES } from '../own-types';
import { is } from '../pattern';

const part = (name: string | null): object => ({ name });
const entry = (name: string | null): object => ({ __component: 'shared.strict', name });
const WHOLE = {
  ...{ name: '{mark} 1', title: '{mark}', n: 1, cat: '{c.documentId}', tags: ['{t.documentId}'] },
  ...{ part: part('a'), parts: [part('a'), part('b')], zone: [entry('a')] },
  ...{ bound: { tag: '{t.documentId}' }, bounds: [{ tag: '{t.documentId}' }] },
};
/** A draft may have these values; a published document may not. */
const INCOMPLETE: readonly (readonly [name: string, value: unknown, path: readonly string[]])[] = [
  ['title', null, ['title']],
  ['n', null, ['n']],
  ['n', 0, ['n']],
  ['cat', null, ['cat']],
  ['tags', [], ['tags']],
  ['part', null, ['part']],
  ['part', part(null), ['part', 'name']],
  ['parts', [part('a')], ['parts']],
  ['parts', [part('a'), part(null)], ['parts', '1', 'name']],
  ['zone', [entry('a'), entry(null)], ['zone', '1', 'name']],
  ['bound', {}, ['bound', 'tag']],
  ['bound', { tag: null }, ['bound', 'tag']],
  ['bounds', [{ tag: '{t.documentId}' }, { label: 'l' }], ['bounds', '1', 'tag']],
];
const issueAt = (path: readonly string[]): Expectation => ({
  status: 400,
  error: { name: 'ValidationError', details: { errors: is.including({ path: [...path] }) } },
});
const must = '/musts/{m.documentId}';
const need = '/needs/{n.documentId}';

export const quirePublishRequiredCases: readonly Case[] = [
  check(
    'quire.publish.required',
    { c: named('/categories'), t: named('/tags'), m: made('/musts', WHOLE) },
    [
      ...INCOMPLETE.flatMap(([name, value, path]): Step[] => [
        post('/musts', { ...WHOLE, [name]: value }, issueAt(path)),
        put(`${must}?status=draft`, { name: '{mark} 2', [name]: value }, { status: 200 }),
        act(must, 'publish', issueAt(path)),
        put(must, { name: '{mark} 3' }, issueAt(path)),
        get(must, { status: 200, data: { name: '{mark} 1', title: '{mark}', n: 1 } }),
        get(`${must}?status=draft`, { status: 200, data: { name: '{mark} 2' } }),
        act(must, 'discard-draft'),
      ]),
      act(must, 'publish'),
      // The links that are stored already count.
      put(must, { cat: '{c.documentId}', tags: ['{t.documentId}'] }, { status: 200 }),
      put(
        must,
        { cat: { connect: ['{c.documentId}'] }, tags: { connect: ['{t.documentId}'] } },
        { status: 200 },
      ),
      put(must, { cat: { disconnect: ['{c.documentId}'] } }, issueAt(['cat'])),
      put(must, { tags: { disconnect: ['{t.documentId}'] } }, issueAt(['tags'])),
    ],
    { deploy: OWN_TYPES },
  ),
  check(
    'quire.publish.required',
    { c: named('/categories'), t: named('/tags'), m: made('/musts', WHOLE) },
    [
      put(`${must}?status=draft`, { name: '{mark} 2' }),
      put(`${must}?status=draft&locale=fr`, { name: '{mark} fr' }),
      act(must, 'publish', issueAt(['title']), '?locale=*'),
      act(must, 'publish', issueAt(['title']), '?locale=fr'),
      get(must, { data: { name: '{mark} 1' } }),
      get(`${must}?locale=fr`, { status: 404 }),
      put(`${must}?status=draft&locale=fr`, { ...WHOLE, name: '{mark} fr' }, { status: 200 }),
      act(must, 'publish', {}, '?locale=*'),
      get(must, { data: { name: '{mark} 2' } }),
      get(`${must}?locale=fr`, { data: { name: '{mark} fr' } }),
    ],
    { deploy: OWN_TYPES, name: 'in each locale', needs: ['i18n'] },
  ),
  check(
    'quire.publish.required',
    { c: named('/categories'), t: named('/tags'), n: made('/needs', WHOLE) },
    [
      ...INCOMPLETE.flatMap(([name, value, path]): Step[] => [
        post('/needs', { ...WHOLE, [name]: value }, issueAt(path)),
        put(need, { name: '{mark} 2', [name]: value }, issueAt(path)),
      ]),
      ...['title', 'n', 'cat', 'tags', 'part', 'parts'].map((name) =>
        post('/needs', { ...WHOLE, [name]: undefined }, issueAt([name])),
      ),
      get(need, { data: { name: '{mark} 1', title: '{mark}', n: 1 } }),
      put(need, { name: '{mark} 3' }, { status: 200, data: { title: '{mark}', n: 1 } }),
    ],
    { deploy: OWN_TYPES, name: 'in a type without drafts' },
  ),
  check(
    'quire.publish.required',
    { l: made('/listeds?status=draft', { name: '{mark}', parts: [] }), m: made('/listeds?status=draft', {}) },
    [
      // An empty list is a value. A list that no body names has no value.
      act('/listeds/{m.documentId}', 'publish', issueAt(['parts'])),
      post('/listeds', { name: '{mark}' }, issueAt(['parts'])),
      act('/listeds/{l.documentId}', 'publish'),
      put('/listeds/{l.documentId}', { name: '{mark} 2' }, { status: 200 }),
      get('/listeds/{l.documentId}?populate=parts', { data: { name: '{mark} 2', parts: is.length(0) } }),
    ],
    { deploy: OWN_TYPES, name: 'an empty list' },
  ),
];

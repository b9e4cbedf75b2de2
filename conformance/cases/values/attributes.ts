// Cases of our own decisions on values and writing.
import { article, check, del, get, named, plain, post, put } from '../build';
import type { Case, Step } from '../case';
import { OWN_TYPES } from '../own-types';
import { is, type Pattern } from '../pattern';

const keeps = (attribute: string, sent: unknown, answered: Pattern): Step[] => [
  post('/plains', { name: '{mark}', [attribute]: sent }, { data: { [attribute]: answered } }, { save: 'a' }),
  get('/plains/{a.documentId}', { data: { [attribute]: answered } }),
];
const refused = (at: string, data: object, ...path: string[]): Step =>
  post(at, data, {
    status: 400,
    error: {
      name: 'ValidationError',
      ...(path.length > 0 ? { details: { errors: is.including({ path }) } } : {}),
    },
  });
const ok = { req: '{mark}' };
const NOT_AN_ENTRY = {
  status: 400,
  error: {
    name: 'ApplicationError',
    message: 'Some of the provided components in links are not related to the entity',
  },
};

export const quireValueCases: readonly Case[] = [
  check('quire.values.biginteger', {}, [
    ...keeps('big', '9223372036854775807', '9223372036854775807'),
    ...keeps('big', 5, '5'),
    ...keeps('big', '-9223372036854775808', '-9223372036854775808'),
  ]),
  check('quire.values.decimal', {}, [
    ...keeps('price', '12.30', 12.3),
    ...keeps('price', 0.1, 0.1),
    ...keeps('price', '123456789012.345678', '123456789012.345678'),
    ...keeps('price', '100', 100),
  ]),
  check('quire.values.decimal-digits', {}, [
    refused('/plains', { name: '{mark}', price: '1.1234567' }, 'price'),
  ]),
  check('quire.values.timestamp', {}, [
    post(
      '/articles',
      { title: '{mark}', stamp: 1705314030456 },
      { data: { stamp: '2024-01-15T10:20:30.456Z' } },
    ),
  ]),
  check('quire.values.moment', {}, [
    ...keeps('moment', '2024-01-15T12:20:30+02:00', '2024-01-15T10:20:30.000Z'),
    ...keeps('at', '10:20:30', '10:20:30.000'),
    ...keeps('moment', '2024-01-15', '2024-01-15T00:00:00.000Z'),
  ]),
  check('quire.values.impossible-day', {}, [
    refused('/plains', { name: '{mark}', day: '2023-02-29' }),
    refused('/plains', { name: '{mark}', day: '2024-13-01' }),
    refused('/plains', { name: '{mark}', moment: '2024-02-30T10:00:00Z' }),
  ]),
  check('quire.values.json', {}, [], {
    async run(bench) {
      const sent = { z: 1, a: { y: '{"x":1}', b: 'true' }, '10': 2, n: null };
      const { text } = await bench.send(
        post('/plains', { name: '{mark}', meta: sent }, { data: { meta: is.exactly(sent) } }),
      );
      const inner = JSON.stringify(
        Object.fromEntries([
          ['z', 1],
          ['a', { y: '{"x":1}', b: 'true' }],
        ]),
      ).slice(1, -1);
      if (!text.replaceAll(' ', '').includes(inner)) bench.fail('the keys are in another order', inner, text);
    },
  }),
  check(
    'quire.values.json',
    {},
    [...keeps('meta', '{"a":1}', '{"a":1}'), ...keeps('meta', 'true', 'true'), ...keeps('meta', '', '')],
    { name: 'texts that look like JSON' },
  ),
  check(
    'quire.values.null-lists',
    {
      t: named('/tags'),
      a: article({
        tags: ['{t.documentId}'],
        links: [{ label: 'l' }],
        zone: [{ __component: 'shared.quote', text: 'Be.' }],
      }),
    },
    [
      put(
        '/articles/{a.documentId}?populate=*',
        { tags: null, links: null, zone: null },
        { data: { tags: [], links: [], zone: [] } },
      ),
    ],
  ),
  check('quire.values.unique', {}, [
    post('/checks', { ...ok, uniq: '{mark}' }, {}, { save: 'a' }),
    post(
      '/checks',
      { ...ok, uniq: '{mark}' },
      {
        status: 400,
        error: {
          name: 'ValidationError',
          message: 'This attribute must be unique',
          details: { errors: [{ path: ['uniq'] }] },
        },
      },
    ),
    put('/checks/{a.documentId}', { uniq: '{mark}' }, { status: 200 }),
    del('/checks/{a.documentId}', { status: 204 }),
    post('/checks', { ...ok, uniq: '{mark}' }, { status: 201 }),
  ]),
  check('quire.values.unique-exact', {}, [
    post('/checks', { ...ok, uniq: '{mark}a' }, { status: 201 }),
    post('/checks', { ...ok, uniq: '{mark}A' }, { status: 201 }),
    post('/checks', { ...ok, uniq: '{mark}á' }, { status: 201 }),
  ]),
  check('quire.values.unique-component', {}, [
    post('/checks', { ...ok, comp: { name: 'ab', uq: '{mark}' } }, { status: 201 }),
    post('/checks', { ...ok, comps: [{ name: 'ab', uq: '{mark}' }] }, { status: 201 }),
    post(
      '/checks',
      { ...ok, dz: [{ __component: 'shared.strict', name: 'ab', uq: '{mark}' }] },
      { status: 201 },
    ),
    refused('/checks', { ...ok, comp: { name: 'ab', uq: '{mark}' } }, 'comp', 'uq'),
  ]),
  check(
    'quire.values.unique-zone',
    {},
    [
      post('/zoneds', { zone: [{ __component: 'shared.strict', name: 'ab', uq: 'x' }] }, { status: 201 }),
      refused('/zoneds', { zone: [{ __component: 'shared.strict', name: 'cd', uq: 'x' }] }),
      post('/zoneds', { zone: [{ __component: 'shared.strict', name: 'ab', uq: 'y' }] }, { status: 201 }),
    ],
    { deploy: OWN_TYPES },
  ),
  check(
    'quire.values.unique-index',
    { a: { at: '/paireds', data: { code: 'a', count: 1, place: 'here' } } },
    [
      post(
        '/paireds',
        { code: 'a', count: 1 },
        {
          status: 400,
          error: {
            name: 'ValidationError',
            details: { errors: [{ path: ['code'] }, { path: ['count'] }] },
          },
        },
      ),
      refused('/paireds', { place: 'here' }, 'place'),
      post('/paireds', { code: 'a', count: 2 }, { status: 201 }, { save: 'b' }),
      post('/paireds', { code: 'b', count: 1, place: 'there' }, { status: 201 }),
      // Null equals nothing.
      post('/paireds', { code: 'a' }, { status: 201 }),
      post('/paireds', { code: 'a' }, { status: 201 }),
      put('/paireds/{b.documentId}', { count: 1 }, { status: 400, error: { name: 'ValidationError' } }),
      get('/paireds/{b.documentId}', { data: { code: 'a', count: 2 } }),
      put('/paireds/{a.documentId}', { code: 'a', count: 1, place: 'here' }, { status: 200 }),
    ],
    { deploy: OWN_TYPES },
  ),
  check('quire.values.unique-empty', {}, [
    post('/checks', { ...ok, uniq: '' }, { status: 201 }),
    post('/checks', { ...ok, uniq: '' }, { status: 201 }),
  ]),
  check('quire.values.unique-race', {}, [], {
    async run(bench) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          bench.send(post('/checks', { ...ok, uniq: '{mark}' }, { status: 'any' })),
        ),
      );
      const statuses = answers.map(({ status }) => status).sort();
      if (
        statuses.filter((status) => status === 201).length !== 1 ||
        statuses.some((status) => status !== 201 && status !== 400)
      )
        bench.fail('simultaneous creates with one unique value', 'one 201 and nine 400', statuses);
    },
  }),
  check('quire.values.component-lists', {}, [
    refused('/checks', { ...ok, comps: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] }, 'comps'),
    post('/checks', { ...ok, comps: [] }, { status: 201 }),
    post('/checks', { ...ok, comps: [{ name: 'a' }] }, { status: 201 }),
  ]),
  check('quire.values.zone-list', {}, [
    refused('/checks', { ...ok, dz: [{ __component: 'shared.slider', caption: 'c' }] }),
  ]),
  check('quire.values.big-bounds', {}, [
    refused('/checks', { ...ok, bigv: '9' }, 'bigv'),
    refused('/checks', { ...ok, bigv: '9000000000000000001' }, 'bigv'),
    post('/checks', { ...ok, bigv: '9000000000000000000' }, { status: 201 }),
  ]),
  check('quire.values.uid-generated', {}, [
    post(
      '/articles',
      { title: '{mark} Tïtle!' },
      { data: { slug: is.matching('^cf\\w+-title$') } },
      { save: 'a' },
    ),
    post('/articles', { title: '{mark} Tïtle!' }, { data: { slug: is.matching('^cf\\w+-title-1$') } }),
    post('/articles', { title: '{mark} Tïtle!' }, { data: { slug: is.matching('^cf\\w+-title-2$') } }),
  ]),
  check('quire.values.component-id-unknown', { a: article({ links: [{ label: 'one' }] }) }, [
    put('/articles/{a.documentId}', { links: [{ id: 'abc', label: '2' }] }, NOT_AN_ENTRY),
    put('/articles/{a.documentId}', { links: [{ id: 999999999, label: '2' }] }, NOT_AN_ENTRY),
    get('/articles/{a.documentId}?populate=links', { data: { links: [{ label: 'one' }] } }),
  ]),
  check('quire.values.component-ids', { a: article({ links: [{ label: 'one' }, { label: 'two' }] }) }, [
    get('/articles/{a.documentId}?populate=links', {}, { save: 'first' }),
    put('/articles/{a.documentId}', {
      summary: 's',
      links: [
        { id: '{first.links.1.id}', label: '2' },
        { id: '{first.links.0.id}', label: '1' },
      ],
    }),
    get('/articles/{a.documentId}?populate=links', {
      data: {
        links: [
          { id: '{first.links.1.id}', label: '2' },
          { id: '{first.links.0.id}', label: '1' },
        ],
      },
    }),
  ]),
  check('quire.values.row-ids', { a: plain() }, [
    put('/plains/{a.documentId}', { n: 1 }, { data: { id: '{a.id}' } }),
    put('/plains/{a.documentId}', { n: 2 }, { data: { id: '{a.id}' } }),
  ]),
  check('quire.values.updated-at', { a: plain() }, [], {
    async run(bench) {
      let last = String(bench.value('a.updatedAt'));
      for (let count = 0; count < 5; count += 1) {
        await bench.send({ ...put('/plains/{a.documentId}', { n: count }), save: 'next' });
        const next = String(bench.value('next.updatedAt'));
        if (next <= last) bench.fail('updatedAt did not increase', `later than ${last}`, next);
        last = next;
      }
    },
  }),
  check('quire.single.plural', {}, [
    get('/settings', { status: 404 }),
    get('/homepages', { status: 404 }),
    get('/setting/abc', { status: 404 }),
  ]),
  check('quire.defaults', {}, [
    post('/checks', ok, { data: { enumv: 'two' } }, { save: 'a' }),
    post('/checks', { ...ok, enumv: null }, { data: { enumv: null } }),
    put('/checks/{a.documentId}', { enumv: 'one' }, { data: { enumv: 'one' } }),
    put('/checks/{a.documentId}', { len: 'abc' }, { data: { enumv: 'one' } }),
  ]),
];

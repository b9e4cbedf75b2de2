// Cases of "Attribute kinds": the answer of each kind, and the kinds that need populate.
import { article, check, get, made, named, note, plain, post } from './build';
import type { Case } from './case';
import { OWN_TYPES } from './own-types';
import { is, type Pattern } from './pattern';

/** Attributes that the answers to POST and GET contain without populate. */
const kind = (row: string, at: string, attribute: string, sent: unknown, answered: Pattern): Case =>
  check(`attributes.${row}`, {}, [
    post(
      at,
      {
        ...(at === '/articles'
          ? { title: '{mark}' }
          : at === '/checks'
            ? { req: '{mark}' }
            : { name: '{mark}' }),
        [attribute]: sent,
      },
      { data: { [attribute]: answered } },
      { save: 'a' },
    ),
    get(`${at}/{a.documentId}`, { data: { [attribute]: answered } }),
  ]);

const PARAGRAPH = { type: 'paragraph', children: [{ type: 'text', text: 'Line' }] };
const BLOCKS = [
  PARAGRAPH,
  { type: 'heading', level: 2, children: [{ type: 'text', text: 'Head', bold: true }] },
  {
    type: 'list',
    format: 'unordered',
    children: [{ type: 'list-item', children: [{ type: 'text', text: 'Item' }] }],
  },
];
const ZONE = [
  { __component: 'shared.quote', text: 'Be.', by: 'Me' },
  { __component: 'shared.quote', text: 'Do.', by: 'You' },
  { __component: 'shared.slider', caption: 'Pictures' },
];
const LINKS = [
  { label: 'one', href: '/1' },
  { label: 'two', href: '/2' },
  { label: 'three', href: '/3' },
];
const full = article({
  seo: { metaTitle: 'M' },
  links: LINKS,
  zone: ZONE,
  tags: ['{t.documentId}'],
  category: '{c.documentId}',
});
const around = { t: named('/tags'), c: named('/categories'), a: full };

export const attributeCases: readonly Case[] = [
  kind('string', '/plains', 'name', 'Ünï "q" \\ 😀', 'Ünï "q" \\ 😀'),
  kind('text', '/plains', 'body', 'one\ntwo\n\n three\t.', 'one\ntwo\n\n three\t.'),
  kind('richtext', '/articles', 'body', '# Head\n\n*body*', '# Head\n\n*body*'),
  kind('enumeration', '/plains', 'kind', 'c', 'c'),
  kind('email', '/plains', 'mail', 'Kai@conform.test', is.matching('^[Kk]ai@conform\\.test$')),
  kind('uid', '/articles', 'slug', '{mark}-slug', '{mark}-slug'),
  kind('date', '/plains', 'day', '2024-02-29', '2024-02-29'),
  kind('time', '/plains', 'at', '10:20:30.125', is.matching('^10:20:30(\\.125)?$')),
  kind('time', '/plains', 'at', '23:59:59', is.matching('^23:59:59(\\.000)?$')),
  kind('datetime', '/plains', 'moment', '2024-01-15T10:20:30.123Z', is.instant('2024-01-15T10:20:30.123Z')),
  kind('timestamp', '/articles', 'stamp', '2024-01-15T10:20:30.456Z', is.instant('2024-01-15T10:20:30.456Z')),
  kind('integer', '/plains', 'n', -42, -42),
  kind('integer', '/plains', 'n', 0, 0),
  kind('biginteger', '/plains', 'big', '9007199254740993', '9007199254740993'),
  kind('biginteger', '/plains', 'big', '-9007199254740995', '-9007199254740995'),
  kind('float', '/plains', 'ratio', 0.1, 0.1),
  kind('float', '/plains', 'ratio', -2.5e-7, -2.5e-7),
  kind('decimal', '/plains', 'price', 12.34, is.decimal('12.34')),
  kind('decimal', '/plains', 'price', 0.05, is.decimal('0.05')),
  kind('boolean', '/plains', 'flag', true, true),
  kind('boolean', '/plains', 'flag', false, false),
  ...[{ a: { b: [1, { c: null }] }, z: 'é' }, [1, 'two', null, [3]], 'text', 12.5, true].map((value) =>
    kind('json', '/plains', 'meta', value, is.exactly(value)),
  ),
  kind('json', '/plains', 'meta', null, null),
  check(
    'attributes.array',
    {},
    [
      post('/lists', { items: ['b', 'a', 'c'] }, { data: { items: ['b', 'a', 'c'] } }, { save: 'a' }),
      get('/lists/{a.documentId}', { data: { items: ['b', 'a', 'c'] } }),
    ],
    { deploy: OWN_TYPES },
  ),
  check(
    'quire.filters.array',
    {},
    [
      post('/lists', { items: ['a', 'b'] }, {}, { save: 'ab' }),
      post('/lists', { items: ['b'] }, {}, { save: 'b' }),
      post('/lists', { items: null }, {}, { save: 'none' }),
      get('/lists?filters[items][$contains]=a', { has: ['ab'], lacks: ['b', 'none'] }),
      get('/lists?filters[items][$notContains]=a', { has: ['b'], lacks: ['ab', 'none'] }),
      get('/lists?filters[$not][items][$contains]=a', { has: ['b'], lacks: ['ab', 'none'] }),
      get('/lists?filters[$not][items][$notContains]=a', { has: ['ab'], lacks: ['b', 'none'] }),
      get('/lists?filters[items][$null]=true', { has: ['none'], lacks: ['ab', 'b'] }),
    ],
    { deploy: OWN_TYPES },
  ),
  check('attributes.password', {}, [
    {
      send: 'POST',
      path: '/articles',
      body: { data: { title: '{mark}', secret: 'hunter22' } },
      record: ['status', 'body.data.secret'],
      save: 'a',
    },
    note('/articles/{a.documentId}', 'body.data.secret'),
  ]),
  check('attributes.hidden.relation', around, [
    get('/articles/{a.documentId}', { data: is.noKeys('tags', 'category', 'author', 'related') }),
  ]),
  check('attributes.hidden.component', around, [
    get('/articles/{a.documentId}', { data: is.noKeys('seo', 'links') }),
  ]),
  check('attributes.hidden.dynamic-zone', around, [
    get('/articles/{a.documentId}', { data: is.noKeys('zone') }),
  ]),
  kind('blocks.array', '/articles', 'blocks', BLOCKS, is.exactly(BLOCKS)),
  kind('blocks.paragraph', '/articles', 'blocks', [PARAGRAPH], is.exactly([PARAGRAPH])),
  check('attributes.zone.array', around, [
    get('/articles/{a.documentId}?populate[0]=zone', {
      at: {
        'data.zone': is.list,
        'data.zone.*.__component': ['shared.quote', 'shared.quote', 'shared.slider'],
      },
    }),
  ]),
  check('attributes.zone.id', around, [
    get('/articles/{a.documentId}?populate[0]=zone', {
      data: { zone: is.each({ id: is.oneOf(is.integer, is.text) }) },
    }),
  ]),
  check('attributes.zone.component', around, [
    get('/articles/{a.documentId}?populate[0]=zone', {
      data: { zone: is.each({ __component: is.matching('^[\\w-]+\\.[\\w-]+$') }) },
    }),
  ]),
  check('attributes.zone.fields', around, [
    get('/articles/{a.documentId}?populate[0]=zone', {
      data: { zone: [{ text: 'Be.', by: 'Me' }, { text: 'Do.', by: 'You' }, { caption: 'Pictures' }] },
    }),
  ]),
  check('attributes.zone.document-id', around, [
    get('/articles/{a.documentId}?populate[0]=zone', {
      data: { zone: is.each({ documentId: is.oneOf(is.absent, is.text) }) },
    }),
  ]),
  check('attributes.component.id', around, [
    get('/articles/{a.documentId}?populate[0]=seo&populate[1]=links', {
      data: {
        seo: { id: is.oneOf(is.integer, is.text) },
        links: is.each({ id: is.oneOf(is.integer, is.text) }),
      },
    }),
  ]),
  check('attributes.component.document-id', around, [
    get('/articles/{a.documentId}?populate[0]=seo', {
      data: { seo: { documentId: is.oneOf(is.absent, is.text) } },
    }),
  ]),
  check('attributes.component.repeatable', around, [
    get('/articles/{a.documentId}?populate[0]=links', { data: { links: LINKS } }),
  ]),
  check('attributes.wrapper.to-one', around, [
    note('/articles/{a.documentId}?populate[0]=category', 'body.data.category'),
  ]),
  check('attributes.wrapper.to-many', around, [
    note('/articles/{a.documentId}?populate[0]=tags', 'body.data.tags'),
  ]),
  check('attributes.wrapper.uniform', around, [], {
    async run(bench) {
      const { body } = await bench.send(
        get('/articles/{a.documentId}?populate[0]=tags&populate[1]=category'),
      );
      bench.keep('one', body);
      const isWrapped = (path: string): boolean =>
        typeof bench.value(path) === 'object' && bench.value(`${path}.data`) !== undefined;
      const shapes = [isWrapped('one.data.tags'), isWrapped('one.data.category')];
      const list = await bench.send(
        get('/articles?filters[documentId][$eq]={a.documentId}&populate[0]=tags&populate[1]=category'),
      );
      bench.keep('list', list.body);
      shapes.push(isWrapped('list.data.0.tags'), isWrapped('list.data.0.category'));
      if (new Set(shapes).size !== 1)
        bench.fail('only some populated values are wrapped', 'one shape', shapes);
    },
  }),
  check(
    'document.attributes.typed',
    { p: plain({ n: null }) },
    [get('/plains/{p.documentId}', { data: { n: null, flag: null, day: null } })],
    { name: 'null' },
  ),
  check(
    'document.attributes.typed',
    { p: made('/plains', { name: '{mark}' }) },
    [get('/plains/{p.documentId}', { data: { meta: null, price: null, big: null } })],
    { name: 'never given' },
  ),
];

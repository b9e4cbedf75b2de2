// Dense rows about values: many wrong bodies and many operands in one case, so that a mistake in one check shows.
import { check, get, made, OWN, plain, put } from '../build';
import type { Case, Step } from '../case';
import type { Pattern } from '../pattern';

/** A body that is refused, and the path of its issue: `comps.0.name`. */
type Wrong = readonly [data: object, path: string];

const refused = (at: string, wrong: readonly Wrong[]): Step[] =>
  wrong.map(([data, path]) =>
    put(at, data, {
      status: 400,
      error: { name: 'ValidationError', details: { errors: [{ path: path.split('.') }] } },
    }),
  );

type Node = { readonly [key: string]: Pattern };
const text = (value: string): Node => ({ type: 'text', text: value });
const node = (type: string, more: Node = {}): Node => ({ type, children: [text('x')], ...more });
const block = (...nodes: unknown[]): object => ({ blk: nodes });
const item = node('list-item');
const ordered = (...children: Node[]): Node => ({ type: 'list', format: 'ordered', children });

const CHECKS: readonly Wrong[] = [
  [{ intv: 0 }, 'intv'],
  [{ intv: 6 }, 'intv'],
  [{ intv: 1.5 }, 'intv'],
  [{ intv: 'x' }, 'intv'],
  [{ flo: 0.4 }, 'flo'],
  [{ flo: 9.6 }, 'flo'],
  [{ dec: 0.5 }, 'dec'],
  [{ dec: 0.999999 }, 'dec'],
  [{ dec: 100.01 }, 'dec'],
  [{ dec: 'x' }, 'dec'],
  [{ bigv: '9' }, 'bigv'],
  [{ bigv: '9000000000000000001' }, 'bigv'],
  [{ bigv: '1.5' }, 'bigv'],
  [{ bigv: '99999999999999999999' }, 'bigv'],
  [{ uintu: '9007199254740993' }, 'uintu'],
  [{ uintu: '-9007199254740993' }, 'uintu'],
  [{ rx: 'abc' }, 'rx'],
  [{ len: 'ab' }, 'len'],
  [{ len: 'abcdefg' }, 'len'],
  [{ len: 5 }, 'len'],
  [{ txt: 'a' }, 'txt'],
  [{ txt: 'abcdefghijk' }, 'txt'],
  [{ uniq: 'a'.repeat(256) }, 'uniq'],
  [{ rich: 'abcdefghijklmnopqrstu' }, 'rich'],
  [{ mail: '' }, 'mail'],
  [{ mail: 'a@b.c' }, 'mail'],
  [{ uidv: 'a b' }, 'uidv'],
  [{ pass: 'abc' }, 'pass'],
  [{ enumv: 'four' }, 'enumv'],
  [{ bool: 't' }, 'bool'],
  [{ dayv: '2024-02-30' }, 'dayv'],
  [{ timev: '25:00:00' }, 'timev'],
  [{ timev: 3 }, 'timev'],
  [{ ts: '2024-13-01T00:00:00Z' }, 'ts'],
  [{ ts: true }, 'ts'],
  [{ comps: 'x' }, 'comps'],
  [{ comps: { name: 'a' } }, 'comps'],
  [{ comps: [3] }, 'comps.0'],
  [{ comps: [{ name: 'a' }, { name: 'b' }, { name: 'c' }] }, 'comps'],
  [{ comps: [{ name: 'a' }, { name: 'abcdef' }] }, 'comps.1.name'],
  [{ comp: [] }, 'comp'],
  [{ comp: 'x' }, 'comp'],
  [{ comp: { name: null } }, 'comp.name'],
  [{ comp: { name: 'a', n: 0 } }, 'comp.n'],
  [{ comp: { name: 'a', n: 4 } }, 'comp.n'],
  [{ dz: [{ text: 'q' }] }, 'dz.0.__component'],
  [{ dz: [{ __component: 'shared.meta' }] }, 'dz.0.__component'],
  [{ dz: [{ __component: 'shared.strict', name: 'abcdef' }] }, 'dz.0.name'],
  [{ dz: Array(3).fill({ __component: 'shared.quote' }) }, 'dz'],
  [{ req: null }, 'req'],
];

const BLOCKS: readonly Wrong[] = [
  [{ blk: { a: 1 } }, 'blk'],
  [block(3), 'blk.0'],
  [block({ type: 'odd', children: [] }), 'blk.0'],
  [block(node('heading')), 'blk.0.level'],
  [block(node('heading', { level: 0 })), 'blk.0.level'],
  [block(node('heading', { level: 7 })), 'blk.0.level'],
  [block(node('quote'), { type: 'paragraph' }), 'blk.1.children'],
  [block({ type: 'paragraph', children: [] }), 'blk.0.children'],
  [block({ type: 'paragraph', children: [{ type: 'text' }] }), 'blk.0.children.0.text'],
  [block({ type: 'paragraph', children: [text('x'), { ...text('x'), bold: 3 }] }), 'blk.0.children.1.bold'],
  [block({ type: 'paragraph', children: [item] }), 'blk.0.children.0'],
  [block({ type: 'paragraph', children: [node('link')] }), 'blk.0.children.0.url'],
  [
    block({ type: 'paragraph', children: [{ type: 'link', url: '/a', children: [{ type: 'paragraph' }] }] }),
    'blk.0.children.0.children.0',
  ],
  [block({ type: 'list', children: [item] }), 'blk.0.format'],
  [block({ type: 'list', format: 'odd', children: [item] }), 'blk.0.format'],
  [block(ordered(text('x'))), 'blk.0.children.0'],
  [block(ordered(item, { type: 'list', format: 'odd', children: [item] })), 'blk.0.children.1.format'],
  [block(node('image')), 'blk.0.image'],
];
const VALID: Node[] = [
  node('heading', { level: 1 }),
  node('heading', { level: 6 }),
  { type: 'paragraph', children: [{ ...text(''), bold: true, italic: false }, node('link', { url: '/a' })] },
  ordered(item, { type: 'list', format: 'unordered', children: [item] }),
  node('quote'),
  node('code'),
  node('image', { image: { url: '/a.png' } }),
];

/** Values of five documents in ascending order, and conditions with the documents that they find: `[$lt]=2.5`. */
type Condition = readonly [conditions: string, ...found: string[]];
const ALL = ['a', 'b', 'c', 'd', 'e'];
const compared = (
  field: string,
  values: readonly unknown[],
  conditions: readonly Condition[],
  row: string,
  name = field,
): Case =>
  check(
    row,
    Object.fromEntries(ALL.map((name, at) => [name, plain({ [field]: values[at] })])),
    conditions.map(([condition, ...found]) =>
      get(`/plains?${OWN}&sort=id&${condition.replaceAll('F', `filters[${field}]`)}`, { some: found }),
    ),
    { name },
  );

const FAR = '99999999999999999999999';
const far: readonly Condition[] = [
  [`F[$lt]=${FAR}`, ...ALL],
  [`F[$lte]=${FAR}`, ...ALL],
  [`F[$gt]=-${FAR}`, ...ALL],
  [`F[$gte]=-${FAR}`, ...ALL],
  [`F[$gt]=${FAR}`],
  [`F[$lt]=-${FAR}`],
  [`F[$eq]=${FAR}`],
  [`F[$ne]=${FAR}`, ...ALL],
  [`F[$between][0]=-${FAR}&F[$between][1]=${FAR}`, ...ALL],
  [`F[$between][0]=${FAR}&F[$between][1]=-${FAR}`],
  [`F[$notIn][0]=${FAR}`, ...ALL],
];
const fractions = (below: string, at: string, above: string): readonly Condition[] => [
  [`F[$lt]=${below}`, 'a', 'b'],
  [`F[$lte]=${below}`, 'a', 'b'],
  [`F[$gt]=${below}`, 'c', 'd', 'e'],
  [`F[$gte]=${below}`, 'c', 'd', 'e'],
  [`F[$eq]=${below}`],
  [`F[$ne]=${below}`, ...ALL],
  [`F[$in][0]=${below}&F[$in][1]=${at}`, 'c'],
  [`F[$notIn][0]=${below}&F[$notIn][1]=${at}`, 'a', 'b', 'd', 'e'],
  [`F[$between][0]=${below}&F[$between][1]=${above}`, 'c'],
  [`F[$between][0]=${at}&F[$between][1]=${above}`, 'c'],
  [`F[$between][0]=${below}&F[$between][1]=${at}`, 'c'],
  [`F[$lte]=${at}`, 'a', 'b', 'c'],
  [`F[$lt]=${at}`, 'a', 'b'],
];
const NUMBERS = [-3, 0, 2, 3, 10];

/** Five neighbours around zero, and the numbers halfway between two of them: no column of the attribute holds these. */
const NEIGHBOURS: Readonly<Record<string, readonly [values: readonly string[], halves: readonly string[]]>> =
  {
    n: [
      ['-2', '-1', '0', '1', '2'],
      ['-1.5', '-0.5', '0.5', '1.5'],
    ],
    big: [
      ['-9007199254740994', '-9007199254740993', '0', '9007199254740993', '9007199254740994'],
      ['-9007199254740993.5', '-0.5', '0.5', '9007199254740993.5'],
    ],
    price: [
      ['-0.000002', '-0.000001', '0', '0.000001', '0.000002'],
      ['-0.0000015', '-0.0000005', '0.0000005', '0.0000015'],
    ],
  };
const halves = (at: readonly string[]): readonly Condition[] =>
  at.flatMap((half, index): Condition[] => {
    const [below, above] = [ALL.slice(0, index + 1), ALL.slice(index + 1)];
    return [
      [`F[$lt]=${half}`, ...below],
      [`F[$lte]=${half}`, ...below],
      [`F[$gt]=${half}`, ...above],
      [`F[$gte]=${half}`, ...above],
      ...at
        .slice(index)
        .map(
          (end, more): Condition => [
            `F[$between][0]=${half}&F[$between][1]=${end}`,
            ...ALL.slice(index + 1, index + 1 + more),
          ],
        ),
    ];
  });
/** The smallest and the largest value that a column holds, and what lies beyond them. */
const ends = (least: string, most: string, half: string): readonly Condition[] => [
  [`F[$between][0]=-${FAR}&F[$between][1]=${least}`, 'a'],
  [`F[$between][0]=${most}&F[$between][1]=${FAR}`, 'e'],
  [`F[$between][0]=-${FAR}&F[$between][1]=${most}`, ...ALL],
  [`F[$between][0]=${least}&F[$between][1]=${FAR}`, ...ALL],
  [`F[$lte]=${least}`, 'a'],
  [`F[$lt]=${least}`],
  [`F[$gte]=${most}`, 'e'],
  [`F[$gt]=${most}`],
  // Between an end and its neighbour.
  [`F[$lt]=-${half}`, 'a'],
  [`F[$lte]=-${half}`, 'a'],
  [`F[$gt]=-${half}`, 'b', 'c', 'd', 'e'],
  [`F[$gt]=${half}`, 'e'],
  [`F[$gte]=${half}`, 'e'],
  [`F[$lt]=${half}`, 'a', 'b', 'c', 'd'],
  [`F[$in][0]=${least}&F[$in][1]=${FAR}&F[$in][2]=${most}`, 'a', 'e'],
];
const WHOLE = ['-9223372036854775807', '-1', '0', '1', '9223372036854775807'] as const;
const CENTS = ['-999999999999.999999', '-1', '0', '1', '999999999999.999999'] as const;

const SCALED = ['-2.5', '0', '0.05', '2.25', '10.5'];
const BIG = ['-9007199254740993', '0', '9007199254740992', '9007199254740993', '9223372036854775807'];

const CHECK = { c: made('/checks', { req: '{mark}' }) };

export const quireDenseValueCases: readonly Case[] = [
  check('quire.values.refused', CHECK, [
    ...refused('/checks/{c.documentId}', CHECKS),
    get('/checks/{c.documentId}', { data: { intv: null, len: null, rx: null, enumv: 'two', bool: null } }),
  ]),
  check('quire.values.blocks', CHECK, [
    ...refused('/checks/{c.documentId}', BLOCKS),
    put('/checks/{c.documentId}', { blk: VALID }, { data: { blk: VALID } }),
  ]),
  compared('n', NUMBERS, [...far, ...fractions('1.5', '2', '2.5')], 'quire.filters.number-steps'),
  compared(
    'big',
    BIG,
    [...far, ...fractions('9007199254740991.5', '9007199254740992', '9007199254740992.5')],
    'quire.filters.number-steps',
  ),
  compared(
    'price',
    SCALED,
    [...far, ...fractions('0.0499999999', '0.05', '0.0500000001')],
    'quire.filters.number-steps',
  ),
  compared(
    'big',
    WHOLE,
    ends(WHOLE[0], WHOLE[4], '9223372036854775806.5'),
    'quire.filters.number-steps',
    'big, ends',
  ),
  compared(
    'price',
    CENTS,
    ends(CENTS[0], CENTS[4], '999999999999.9999985'),
    'quire.filters.number-steps',
    'price, ends',
  ),
  ...Object.entries(NEIGHBOURS).map(([field, [values, at]]) =>
    compared(field, values, halves(at), 'quire.filters.number-steps', `${field}, halves`),
  ),
  compared(
    'n',
    [null, 0, 1, 2, 3],
    [
      ['F[$null]=true', 'a'],
      ['F[$null]=1', 'a'],
      ['F[$null]=false', 'b', 'c', 'd', 'e'],
      ['F[$null]=0', 'b', 'c', 'd', 'e'],
      ['F[$notNull]=false', 'a'],
      ['F[$notNull]=true', 'b', 'c', 'd', 'e'],
      ['F[$eq][0]=1&F[$eq][1]=3', 'c', 'e'],
      ['F[$ne][0]=1&F[$ne][1]=3', 'b', 'd'],
      ['F[$gt][0]=2&F[$gt][1]=0', 'c', 'd', 'e'],
      ['F=2', 'd'],
      ['filters[$or][0][n]=2&filters[$or][1][n]=3', 'd', 'e'],
      ['filters[$not][n][$gt]=1', 'b', 'c'],
      ['F[$not][$gt]=1', 'b', 'c'],
      ['F[$or][0][$eq]=1&F[$or][1][$eq]=2', 'c', 'd'],
      ['F[$and][0][$gt]=0&F[$and][1][$lt]=3', 'c', 'd'],
    ],
    'quire.filters.forms',
  ),
  check('quire.filters.forms', { a: plain({ n: 1 }), b: plain({ n: 2 }) }, [
    get('/plains?filters[0][mail]={mark}@conform.test&filters[1][n][$gt]=1', { list: ['b'] }),
    get('/plains?filters[name][$contains][x]=a', {
      status: 400,
      error: { name: 'ValidationError', details: { path: 'name' } },
    }),
    ...[
      ['group', 'group'],
      ['nothing', null],
    ].map(([key = null, path = null]) =>
      get(`/plains?fields=${key}`, { status: 400, error: { details: { key, path } } }),
    ),
  ]),
];

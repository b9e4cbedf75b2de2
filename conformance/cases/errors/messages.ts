// Cases of refused values: the message, the path and the value of each.
import { check, get, made, post, put } from '../build';
import type { Case, Expectation, Step } from '../case';
import { is, type Pattern } from '../pattern';

/**
 * Values of `check`, the path of the refused one, and its message. `#` stands for the path. The error shows the value as it was sent,
 * unless another one follows.
 */
type Refused = readonly [
  data: Readonly<Record<string, unknown>>,
  path: string,
  message: string,
  value?: Pattern,
];
const REFUSED: readonly Refused[] = [
  [{}, 'req', '# must be defined.'],
  [{ req: null }, 'req', '# must be a `string` type, but the final value was: `null`.'],
  [{ req: 5 }, 'req', '# must be a `string` type, but the final value was: `5`.'],
  [{ txt: true }, 'txt', '# must be a `string` type, but the final value was: `true`.'],
  [{ rich: [] }, 'rich', '# must be a `string` type, but the final value was: `[]`.'],
  [{ uidv: 5 }, 'uidv', '# must be a `string` type, but the final value was: `5`.'],
  [{ pass: 5 }, 'pass', '# must be a `string` type, but the final value was: `5`.'],
  [
    { intv: 'abc' },
    'intv',
    '# must be a `number` type, but the final value was: `NaN` (cast from the value `"abc"`).',
    null,
  ],
  [
    { intv: true },
    'intv',
    '# must be a `number` type, but the final value was: `NaN` (cast from the value `true`).',
    null,
  ],
  [
    { intv: {} },
    'intv',
    '# must be a `number` type, but the final value was: `NaN` (cast from the value `{}`).',
    null,
  ],
  [
    { intv: '' },
    'intv',
    '# must be a `number` type, but the final value was: `NaN` (cast from the value `""`).',
    null,
  ],
  [{ intv: 1.5 }, 'intv', '# must be an integer'],
  [
    { flo: 'x' },
    'flo',
    '# must be a `number` type, but the final value was: `NaN` (cast from the value `"x"`).',
    null,
  ],
  [{ bigv: 'abc' }, 'bigv', '# must be a valid integer'],
  [{ bigv: 1.5 }, 'bigv', '# must be a valid integer'],
  [{ bigv: '9' }, 'bigv', '# must be greater than or equal to 10'],
  [{ bool: 't' }, 'bool', '# must be a `boolean` type, but the final value was: `"t"`.'],
  [{ bool: 2 }, 'bool', '# must be a `boolean` type, but the final value was: `2`.'],
  [{ len: 'ab' }, 'len', '# must be at least 3 characters'],
  [{ len: 'abcdefg' }, 'len', '# must be at most 6 characters'],
  [{ txt: 'abcdefghijk' }, 'txt', '# must be at most 10 characters'],
  [{ txt: 'a' }, 'txt', '# must be at least 2 characters'],
  [{ intv: 0 }, 'intv', '# must be greater than or equal to 1'],
  [{ intv: 6 }, 'intv', '# must be less than or equal to 5'],
  [{ flo: 0.4 }, 'flo', '# must be greater than or equal to 0.5'],
  [{ dec: 101 }, 'dec', '# must be less than or equal to 100', 101],
  [
    { dec: 'x' },
    'dec',
    '# must be a `number` type, but the final value was: `NaN` (cast from the value `"x"`).',
    null,
  ],
  [{ rx: 'A' }, 'rx', '# must match the following: "/^[a-z]+-\\d+$/"'],
  [{ enumv: 'four' }, 'enumv', '# must be one of the following values: one, two, three, '],
  [{ enumv: '' }, 'enumv', '# must be one of the following values: one, two, three, '],
  [{ mail: 'abc' }, 'mail', '# must be a valid email'],
  [{ mail: '' }, 'mail', '# cannot be empty'],
  [{ mail: 5 }, 'mail', '# must be a `string` type, but the final value was: `5`.'],
  [{ uidv: 'a b' }, 'uidv', '# must match the following: "/^[A-Za-z0-9-_.~]*$/"'],
  [{ dayv: 'x' }, 'dayv', 'Invalid format, expected yyyy-MM-dd'],
  [{ dayv: '2024-02-30' }, 'dayv', 'Invalid date'],
  [{ dayv: true }, 'dayv', 'Invalid format, expected yyyy-MM-dd'],
  [{ timev: '12:00' }, 'timev', 'Invalid time format, expected HH:mm:ss.SSS'],
  [{ timev: 5 }, 'timev', 'Expected a string, got a number'],
  [{ dt: 'x' }, 'dt', 'Invalid format, expected a timestamp or an ISO date'],
  [{ ts: {} }, 'ts', 'Invalid format, expected a timestamp or an ISO date'],
  [{ blk: 'x' }, 'blk', '# must be a `array` type, but the final value was: `"x"`.'],
  [{ blk: [{ type: 'x' }] }, 'blk.0', 'Block node is of invalid type'],
  [{ blk: [{ type: 'paragraph' }] }, 'blk.0.children', '# is a required field'],
  [
    { blk: [{ type: 'heading', children: [{ type: 'text', text: 'a' }] }] },
    'blk.0.level',
    '# is a required field',
  ],
  [
    { blk: [{ type: 'paragraph', children: [] }] },
    'blk.0.children',
    'Paragraph node children must have at least one Text or Link node',
  ],
  [
    { blk: [{ type: 'paragraph', children: [{ type: 'text' }] }] },
    'blk.0.children.0.text',
    'Text must be defined with at least an empty string',
  ],
  [{ comp: 'x' }, 'comp', '# must be a `object` type, but the final value was: `"x"`.'],
  [{ comp: [] }, 'comp', '# must be a `object` type, but the final value was: `[]`.'],
  [{ comp: {} }, 'comp.name', '# must be defined.'],
  [{ comp: { name: null } }, 'comp.name', '# must be a `string` type, but the final value was: `null`.'],
  [{ comp: { name: 'abcdef' } }, 'comp.name', '# must be at most 5 characters'],
  [
    { comps: { name: 'a' } },
    'comps',
    '# must be a `array` type, but the final value was: `{\n  "name": "\\"a\\""\n}`.',
  ],
  [{ comps: 'x' }, 'comps', '# must be a `array` type, but the final value was: `"x"`.'],
  [{ comps: ['x'] }, 'comps.0', '# must be a `object` type, but the final value was: `"x"`.'],
  [{ comps: [null] }, 'comps.0', '# must be a `object` type, but the final value was: `null`.'],
  [
    { comps: [{ name: 'a' }, { name: 'a' }, { name: 'a' }] },
    'comps',
    '# field must have less than or equal to 2 items',
  ],
  [{ comps: [{ name: 'a' }, { n: 1 }] }, 'comps.1.name', '# must be defined.'],
  [{ comps: [{ name: 'a', n: 9 }] }, 'comps.0.n', '# must be less than or equal to 3'],
  [{ dz: 'x' }, 'dz', '# must be a `array` type, but the final value was: `"x"`.'],
  [{ dz: {} }, 'dz', '# must be a `array` type, but the final value was: `{}`.'],
  [{ dz: [{ text: 'a' }] }, 'dz.0.__component', '# is a required field'],
  ...[null, ''].map(
    (name) =>
      [{ dz: [{ __component: name }] }, 'dz.0.__component', '# is a required field', is.absent] as const,
  ),
  [{ dz: ['x'] }, 'dz.0', '# must be a `object` type, but the final value was: `"x"`.'],
  [
    { dz: [{ __component: 'no.ne' }] },
    'dz.0.__component',
    '# must be one of the following values: shared.quote, shared.strict',
  ],
  [{ dz: [{ __component: 'shared.strict' }] }, 'dz.0.name', '# must be defined.'],
  [
    {
      dz: [{ __component: 'shared.quote' }, { __component: 'shared.quote' }, { __component: 'shared.quote' }],
    },
    'dz',
    '# field must have less than or equal to 2 items',
  ],
];

/** `comps.0.name` → `comps[0].name` */
const spelled = (path: string): string => path.replace(/\.(\d+)/g, '[$1]');

function sentAt(data: unknown, path: string): Pattern {
  let found = data;
  for (const key of path.split('.'))
    found = typeof found === 'object' && found !== null ? Reflect.get(found, key) : undefined;
  return found === undefined ? is.absent : (found as Pattern);
}

function refusal([data, path, text, value = sentAt(data, path)]: Refused): Expectation {
  const message = text.replace('#', () => spelled(path));
  const issue = is.both({ path: path.split('.'), message, name: 'ValidationError' }, { value });
  const errors = is.both(is.length(1), [issue]);
  return { status: 400, error: { name: 'ValidationError', message, details: { errors } } };
}

/** What a type with drafts lacks when it is published. */
const MISSING: Readonly<Record<string, string>> = {
  title: 'title must be a `string` type, but the final value was: `null`.',
  n: 'n must be a `number` type, but the final value was: `NaN`.',
  cat: 'cat must be defined.',
  comp: 'comp must be a `object` type, but the final value was: `null`.',
  cover: 'cover must be defined.',
};
const missing = is.shuffled(
  ...Object.entries(MISSING).map(([name, message]) => ({ path: [name], message, name: 'ValidationError' })),
);

export const quireMessageCases: readonly Case[] = [
  check('quire.errors.messages', { a: made('/checks', { req: 'r' }) }, [
    ...REFUSED.flatMap((refused): Step[] => {
      const [data, path, message] = refused;
      const expect = refusal(refused);
      const created = path === 'req' ? data : { req: 'r', ...data };
      // An update may leave attributes out, also those of new entries.
      const updates = !message.endsWith('must be defined.');
      return [
        post('/checks', created, expect),
        ...(updates ? [put('/checks/{a.documentId}', data, expect)] : []),
      ];
    }),
    get('/checks/{a.documentId}?populate=*', {
      data: { req: 'r', intv: null, comp: null, comps: [], dz: [] },
    }),
  ]),
  check(
    'quire.errors.messages',
    {},
    [
      post(
        '/strictdocs',
        {},
        { status: 400, error: { message: '5 errors occurred', details: { errors: missing } } },
      ),
      post('/strictdocs?status=draft', {}, { status: 201 }),
    ],
    { name: 'of a version that is not complete', needs: ['drafts', 'upload'] },
  ),
];

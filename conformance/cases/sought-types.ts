// The content type `seeker`: each kind of attribute that `_q` asks, and those that it does not.
import { entryOf, typeOf } from './definition-files';

type Sought = readonly [attribute: object, value: unknown, search: string];

/** Each kind of attribute that `_q` asks: a value, and a search that finds it. */
export const FOUND: Readonly<Record<string, Sought>> = {
  string: [{ type: 'string' }, 'one STRing more', 'E string M'],
  text: [{ type: 'text' }, 'a Long TEXT', 'long text'],
  rich: [{ type: 'richtext' }, '**Bold** ÄRA', 'bold** ära'],
  mail: [{ type: 'email' }, 'Some.Body@conform.test', 'body@CONFORM'],
  slug: [{ type: 'uid' }, 'Uid-of-this', 'UID-OF'],
  word: [{ type: 'enumeration', enum: ['first', 'Second'] }, 'Second', 'second'],
  whole: [{ type: 'integer' }, -4711, '-4711'],
  real: [{ type: 'float' }, 47.25, '47.25'],
  exact: [{ type: 'decimal' }, '47.125', '47.125'],
  big: [{ type: 'biginteger' }, '9007199254740993', '9007199254740993'],
};
/** The value or a part of it finds nothing. */
export const NOT_FOUND: Readonly<Record<string, Sought>> = {
  part: [{ type: 'component', component: 'shared.sought' }, { label: 'inside' }, 'inside'],
  secret: [{ type: 'password' }, 'hidden-word', 'hidden-word'],
  own: [{ type: 'string', private: true }, 'private-text', 'private-text'],
  left: [{ type: 'string', searchable: false }, 'left-out', 'left-out'],
  data: [{ type: 'json' }, { a: 'json-text' }, 'json-text'],
  day: [{ type: 'date' }, '2024-02-29', '2024-02-29'],
  at: [{ type: 'time' }, '12:34:56.789', '12:34:56.789'],
  flag: [{ type: 'boolean' }, true, 'true'],
  digits: [{ type: 'integer' }, 815_815, '81581'],
};

export const SOUGHT_TYPES: Readonly<Record<string, unknown>> = {
  ...entryOf('sought', { label: { type: 'string' } }),
  ...typeOf(
    'seeker',
    Object.fromEntries(
      Object.entries({ ...FOUND, ...NOT_FOUND }).map(([name, [attribute]]) => [name, attribute]),
    ),
  ),
};

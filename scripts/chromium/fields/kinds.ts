// The rows of the matrix of fields: each attribute type with two values, their stored forms, and a value that is refused.
import type { StyleName } from './styles';

export interface FieldKind {
  /** The name of the attribute. */
  readonly name: string;
  readonly style: StyleName;
  readonly attribute: Readonly<Record<string, unknown>>;
  /** Two values as an editor enters them. */
  readonly typed: readonly [string, string];
  /** As the document has them. Default: as typed. */
  readonly stored?: readonly [unknown, unknown];
  /** As the field shows them when they are stored. Default: as typed. */
  readonly shown?: readonly [unknown, unknown];
  /** The keys that enter the first value. Default: the text. `|` is the key Tab. */
  readonly keys?: string;
  /** Refused at publication, or in the browser. Absent: the field takes no invalid value. */
  readonly wrong?: { readonly typed: string; readonly message: RegExp };
}

export const BLOCKS = (text: string): unknown => [{ type: 'paragraph', children: [{ type: 'text', text }] }];

const PAIR = 'shared.pair';
export const AUTHOR = 'api::author.author';

/** The clock of the browser is in Paris, with the dates of America. */
export const CONTEXT = { timezoneId: 'Europe/Paris', locale: 'en-US' } as const;

/** Also inside of components. */
export const KINDS: readonly FieldKind[] = [
  {
    name: 'string',
    style: 'text',
    attribute: { type: 'string', minLength: 3, maxLength: 400 },
    typed: ['A pond', 'Un étang 🌿'],
    wrong: { typed: 'ab', message: /3/ },
  },
  {
    name: 'text',
    style: 'text',
    attribute: { type: 'text', maxLength: 900 },
    typed: ['Dig twice.\nFill once.', 'Creusez.\n\nRemplissez.'],
    wrong: { typed: 'x'.repeat(901), message: /900/ },
  },
  {
    name: 'richtext',
    style: 'text',
    attribute: { type: 'richtext', minLength: 2 },
    typed: ['# Ponds\n\n- **dig**  \n- fill', '# Étangs\n\n> creusez\t!'],
    keys: '# Ponds\n\n- **dig**  \n- fill',
    wrong: { typed: 'x', message: /2/ },
  },
  {
    name: 'blocks',
    style: 'blocks',
    attribute: { type: 'blocks' },
    typed: ['Dig twice.', 'Creusez deux fois.'],
    stored: [BLOCKS('Dig twice.'), BLOCKS('Creusez deux fois.')],
  },
  {
    name: 'integer',
    style: 'text',
    attribute: { type: 'integer', max: 999_999 },
    typed: ['-12', '120'],
    stored: [-12, 120],
    wrong: { typed: '1000000', message: /999,999/ },
  },
  {
    name: 'biginteger',
    style: 'text',
    attribute: { type: 'biginteger' },
    typed: ['9007199254740993', '-9007199254740995'],
    wrong: { typed: '12.5', message: /./ },
  },
  {
    name: 'decimal',
    style: 'text',
    attribute: { type: 'decimal', min: -100 },
    typed: ['1234567.05', '-0.5'],
    stored: [1234567.05, -0.5],
    wrong: { typed: '-100.01', message: /-100/ },
  },
  {
    name: 'float',
    style: 'text',
    attribute: { type: 'float' },
    typed: ['1.005', '2e-7'],
    stored: [1.005, 2e-7],
    wrong: { typed: 'one', message: /./ },
  },
  {
    name: 'boolean',
    style: 'choices',
    attribute: { type: 'boolean' },
    typed: ['Yes', 'No'],
    stored: [true, false],
    // From "Not set" behind the last to the first.
    keys: 'ArrowDown',
  },
  {
    name: 'date',
    style: 'moment',
    attribute: { type: 'date' },
    typed: ['2026-05-01', '1999-12-31'],
    keys: '05012026',
    wrong: { typed: '0231', message: /whole/ },
  },
  {
    name: 'time',
    style: 'moment',
    attribute: { type: 'time' },
    typed: ['10:30', '23:59:58.120'],
    stored: ['10:30:00.000', '23:59:58.120'],
    shown: ['10:30:00.000', '23:59:58.120'],
    keys: '1030A',
    wrong: { typed: '10', message: /whole/ },
  },
  {
    name: 'datetime',
    style: 'moment',
    attribute: { type: 'datetime' },
    typed: ['2026-05-01T10:30', '2026-12-31T23:59:58.120'],
    stored: ['2026-05-01T08:30:00.000Z', '2026-12-31T22:59:58.120Z'],
    shown: ['2026-05-01T10:30', '2026-12-31T23:59:58.12'],
    keys: '05012026|1030A',
    wrong: { typed: '0501', message: /whole/ },
  },
  {
    name: 'timestamp',
    style: 'moment',
    attribute: { type: 'timestamp' },
    typed: ['2026-01-01T00:30', '2026-07-01T12:00'],
    stored: ['2025-12-31T23:30:00.000Z', '2026-07-01T10:00:00.000Z'],
    keys: '01012026|1230A',
    wrong: { typed: '0101', message: /whole/ },
  },
  {
    name: 'json',
    style: 'json',
    attribute: { type: 'json' },
    typed: ['{"b":[1,"é"],"a":null}', '[true]'],
    stored: [{ b: [1, 'é'], a: null }, [true]],
    wrong: { typed: '{"a":', message: /JSON/ },
  },
  {
    name: 'array',
    style: 'json',
    attribute: { type: 'array' },
    typed: ['["a",1,true]', '[2]'],
    stored: [['a', 1, true], [2]],
    wrong: { typed: '{"a":1}', message: /array/ },
  },
  {
    name: 'email',
    style: 'text',
    attribute: { type: 'email' },
    typed: ['ines@example.org', 'omar+ponds@example.org'],
    wrong: { typed: 'no address', message: /e-mail/ },
  },
  {
    name: 'password',
    style: 'password',
    attribute: { type: 'password', minLength: 6 },
    typed: ['correct horse', 'battery staple'],
    wrong: { typed: 'short', message: /6/ },
  },
  {
    name: 'enumeration',
    style: 'select',
    attribute: { type: 'enumeration', enum: ['short', 'long'] },
    typed: ['long', 'short'],
    keys: 'lo',
  },
  {
    name: 'uid',
    style: 'text',
    attribute: { type: 'uid' },
    typed: ['a-pond', 'un-etang'],
    wrong: { typed: 'a pond', message: /letters/ },
  },
  {
    name: 'file',
    style: 'files',
    attribute: { type: 'media' },
    typed: ['pond.svg', 'frog.svg'],
  },
  {
    name: 'files',
    style: 'files',
    attribute: { type: 'media', multiple: true },
    typed: ['frog.svg,pond.svg', 'pond.svg'],
  },
  {
    name: 'author',
    style: 'links',
    attribute: { type: 'relation', relation: 'manyToOne', target: AUTHOR },
    typed: ['Ines Marlow', 'Omar Tell'],
  },
  {
    name: 'authors',
    style: 'links',
    attribute: { type: 'relation', relation: 'manyToMany', target: AUTHOR },
    typed: ['Omar Tell,Ines Marlow', 'Ines Marlow'],
  },
  {
    name: 'pair',
    style: 'entries',
    attribute: { type: 'component', component: PAIR },
    typed: ['one', 'un'],
  },
  {
    name: 'pairs',
    style: 'entries',
    attribute: { type: 'component', component: PAIR, repeatable: true },
    typed: ['one,two', 'un'],
  },
];

/** A component cannot have a zone. */
export const ZONE: FieldKind = {
  name: 'zone',
  style: 'zone',
  attribute: { type: 'dynamiczone', components: [PAIR, 'shared.all'] },
  typed: ['one,two', 'un'],
};

export const storedOf = ({ typed, stored }: FieldKind, which: 0 | 1): unknown =>
  stored ? stored[which] : typed[which];
export const shownOf = ({ typed, shown }: FieldKind, which: 0 | 1): unknown =>
  shown ? shown[which] : typed[which];

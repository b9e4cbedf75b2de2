// Content types that the schema of the suite lacks, and the deployment that has all of them.
import type { Deployment } from './case';
import { entryOf, localized, typeFile, typeOf } from './definition-files';
import { LEVEL_TYPES } from './levels';
import { LIMIT_TYPES } from './limit-types';
import { SOUGHT_TYPES } from './sought-types';

const thing = (over: object = {}, info: object = {}): object => ({
  kind: 'collectionType',
  collectionName: 'things',
  info: { singularName: 'thing', pluralName: 'thingies', displayName: 'A thing', ...info },
  options: {},
  pluginOptions: {},
  attributes: { label: { type: 'string' }, text: { type: 'richtext' }, on: { type: 'boolean' } },
  ...over,
});

/** A collection type, a single type and a type with drafts. */
export const THINGS: Readonly<Record<string, unknown>> = {
  [typeFile('thing')]: thing({ pluginOptions: { 'unknown-key': { a: 1 } } }, { name: 'thing' }),
  [typeFile('alone')]: thing(
    { kind: 'singleType', collectionName: 'alones' },
    { singularName: 'alone', pluralName: 'alones', displayName: 'Alone' },
  ),
  [typeFile('versioned')]: thing(
    { collectionName: 'versioneds', options: { draftAndPublish: true } },
    { singularName: 'versioned', pluralName: 'versioneds', displayName: 'Versioned' },
  ),
};
/** The same types, with a change of the first one. */
export const changedThing = (info: object): Readonly<Record<string, unknown>> => ({
  ...THINGS,
  [typeFile('thing')]: thing({}, info),
});
/** One more type, in the table of the first one. */
export const clashingThing = (): Readonly<Record<string, unknown>> => ({
  ...THINGS,
  [typeFile('other')]: thing({}, { singularName: 'other', pluralName: 'others', displayName: 'Other' }),
});

/** Types that the section "Attribute kinds" names and the definition of a content type does not. */
export const OTHER_TYPES: Readonly<Record<string, object>> = Object.fromEntries(
  [
    ...['text', 'email', 'password', 'uid', 'date', 'time', 'datetime', 'timestamp', 'integer'],
    ...['biginteger', 'float', 'decimal', 'json', 'blocks'],
  ].map((type) => [type, { type }]),
);

/** Values that are no names. */
const WORDS = { type: 'enumeration', enum: ['plain', '2nd class', 'a-b', 'true'] };
const relation = (kind: string, target: string): object => ({
  ...{ type: 'relation', relation: kind, target: `api::${target}.${target}` },
});
const nested = (component: string, more: object = {}): object => ({
  ...{ type: 'component', component: `shared.${component}`, ...more },
});
const ofLocale = { pluginOptions: localized };
/** Each kind of required attribute, and entries with a required relation. */
const NEEDED = {
  name: { type: 'string', ...ofLocale },
  title: { type: 'string', required: true, ...ofLocale },
  n: { type: 'integer', required: true, min: 1 },
  cat: { ...relation('manyToOne', 'category'), required: true },
  tags: { ...relation('manyToMany', 'tag'), required: true },
  part: nested('strict', { required: true, ...ofLocale }),
  parts: nested('strict', { repeatable: true, required: true, min: 2, ...ofLocale }),
  bound: nested('bound', ofLocale),
  bounds: nested('bound', { repeatable: true, ...ofLocale }),
  zone: { type: 'dynamiczone', components: ['shared.strict'], ...ofLocale },
};
/** The type `must` has drafts and locales; the type `need` has neither. */
const DEMANDING = {
  ...entryOf('bound', { label: { type: 'string' }, tag: { ...relation('oneToOne', 'tag'), required: true } }),
  ...typeOf('must', NEEDED, { options: { draftAndPublish: true }, ...ofLocale }),
  ...typeOf('need', NEEDED),
};
/** A type with locales that leaves out `localized` for all attributes but `name` and `label`. */
const USUAL = typeOf(
  'usual',
  {
    name: { type: 'string', ...ofLocale },
    text: { type: 'text' },
    slug: { type: 'uid' },
    part: nested('pin'),
    parts: nested('pin', { repeatable: true }),
    zone: { type: 'dynamiczone', components: ['shared.quote'] },
    cover: { type: 'media', multiple: false },
    covers: { type: 'media', multiple: true },
    tag: relation('manyToOne', 'tag'),
    label: { ...relation('manyToOne', 'tag'), pluginOptions: { i18n: { localized: false } } },
  },
  ofLocale,
);

const joined = (kind: string, target: string, more: object): object => ({
  ...relation(kind, target),
  ...more,
});
/** A type without locales and drafts, with links to a type that has both. Each relation has an inverse side. */
const NOTED = {
  ...typeOf('note', {
    name: { type: 'string' },
    place: joined('manyToOne', 'spot', { inversedBy: 'notes' }),
    places: joined('manyToMany', 'spot', { inversedBy: 'marks' }),
  }),
  ...typeOf(
    'spot',
    {
      name: { type: 'string', ...ofLocale },
      notes: joined('oneToMany', 'note', { mappedBy: 'place' }),
      marks: joined('manyToMany', 'note', { mappedBy: 'places' }),
    },
    { options: { draftAndPublish: true }, ...ofLocale },
  ),
};

const inverse = (relation: string, morphBy: string): object => ({
  ...{ type: 'relation', relation, morphBy },
  target: 'api::badge.badge',
});

/** More content types, and a larger array limit in the query parser. */
export const OWN_TYPES: Deployment = {
  files: {
    ...THINGS,
    ...typeOf('list', { items: { type: 'array' } }),
    ...typeOf('mixture', OTHER_TYPES),
    'components/shared/veil.json': {
      info: { displayName: 'Veil' },
      options: { privateAttributes: ['note'] },
      attributes: { label: { type: 'string' }, note: { type: 'string' } },
    },
    ...typeOf(
      'veiled',
      {
        ...{ name: { type: 'string' }, note: { type: 'string' } },
        part: { type: 'component', component: 'shared.veil' },
        parts: { type: 'component', component: 'shared.veil', repeatable: true },
        tag: { type: 'relation', relation: 'manyToOne', target: 'api::tag.tag' },
      },
      { options: { privateAttributes: ['note', 'createdAt', 'tag', 'id'] } },
    ),
    ...entryOf('folded', { code: { type: 'string', unique: 'ignore-case' } }),
    ...typeOf('fold', {
      code: { type: 'string', unique: 'ignore-case' },
      exact: { type: 'string', unique: true },
      part: { type: 'component', component: 'shared.folded' },
    }),
    ...entryOf('mixed', {
      label: { type: 'string' },
      any: { type: 'relation', relation: 'morphToOne' },
      many: { type: 'relation', relation: 'morphToMany' },
    }),
    ...typeOf('mixer', {
      name: { type: 'string' },
      part: { type: 'component', component: 'shared.mixed' },
      parts: { type: 'component', component: 'shared.mixed', repeatable: true },
      zone: { type: 'dynamiczone', components: ['shared.mixed'] },
    }),
    ...typeOf(
      'badge',
      {
        name: { type: 'string' },
        one: { type: 'relation', relation: 'morphToOne' },
        many: { type: 'relation', relation: 'morphToMany' },
      },
      { options: { draftAndPublish: true } },
    ),
    ...typeOf('theme', {
      name: { type: 'string' },
      spot: inverse('morphOne', 'one'),
      spots: inverse('morphMany', 'one'),
      among: inverse('morphMany', 'many'),
    }),
    // The only unique attribute of the type is in the second component of the zone.
    ...typeOf('zoned', { zone: { type: 'dynamiczone', components: ['shared.quote', 'shared.strict'] } }),
    ...typeOf('medley', {
      film: { type: 'media', allowedTypes: ['videos'] },
      sound: { type: 'media', allowedTypes: ['audios'] },
      paper: { type: 'media', allowedTypes: ['files'] },
    }),
    ...typeOf('album', { parts: { type: 'component', component: 'shared.slider', repeatable: true } }),
    ...typeOf(
      'version',
      {
        name: { type: 'string', pluginOptions: localized },
        file: { type: 'media', pluginOptions: localized },
      },
      { pluginOptions: localized },
    ),
    // Unique indexes: one value, and two values together.
    ...typeOf(
      'paired',
      { code: { type: 'string' }, place: { type: 'string' }, count: { type: 'integer' } },
      {
        indexes: [
          { attributes: ['code', 'count'], unique: true },
          { attributes: ['place'], unique: true },
        ],
      },
    ),
    ...entryOf('word', { word: WORDS }),
    ...typeOf('worded', {
      word: WORDS,
      entry: { type: 'component', component: 'shared.word' },
      entries: { type: 'component', component: 'shared.word', repeatable: true },
      zone: { type: 'dynamiczone', components: ['shared.word'] },
    }),
    ...typeOf('keeper', {
      shown: { type: 'media' },
      hidden: { type: 'media', private: true },
      locale: { type: 'string' },
    }),
    ...DEMANDING,
    ...USUAL,
    ...NOTED,
    ...LEVEL_TYPES,
    ...LIMIT_TYPES,
    ...SOUGHT_TYPES,
  },
  config: {
    middlewares: [
      ...['errors', 'request-id', 'logger', 'security', 'cors', 'timeout'],
      { name: 'query', config: { arrayLimit: 150 } },
      'body',
    ],
  },
};

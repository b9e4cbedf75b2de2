// The content of the matrix of fields: a type and a component with every kind, and a type of required attributes.
import { AUTHOR, type FieldKind, KINDS, ZONE } from './kinds';

const localized = { pluginOptions: { i18n: { localized: true } } };

const attributesOf = (kinds: readonly FieldKind[], more: object): Record<string, object> =>
  Object.fromEntries(kinds.map(({ name, attribute }) => [name, { ...attribute, ...more }]));

export const SAMPLE = 'api::sample.sample';
export const STRICT = 'api::strict.strict';

export const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'sample', pluralName: 'samples' },
      options: { draftAndPublish: true },
      ...localized,
      attributes: {
        ...attributesOf([...KINDS, ZONE], localized),
        part: { type: 'component', component: 'shared.all', ...localized },
      },
    },
    {
      info: { singularName: 'strict', pluralName: 'stricts' },
      options: { draftAndPublish: true },
      attributes: attributesOf([...KINDS, ZONE], { required: true }),
    },
    {
      info: { singularName: 'author', pluralName: 'authors' },
      attributes: { name: { type: 'string', required: true } },
    },
  ],
  components: {
    'shared.pair': { info: { displayName: 'Pair' }, attributes: { words: { type: 'string' } } },
    'shared.all': { info: { displayName: 'All' }, attributes: attributesOf(KINDS, {}) },
  },
} as never;

export const AUTHORS = { uid: AUTHOR, names: ['Ines Marlow', 'Omar Tell'] } as const;
export const FILES = ['pond.svg', 'frog.svg'] as const;

/** All that the oracle reads. */
const INSIDE = ['file', 'files', 'author', 'authors', 'pair', 'pairs'];
export const POPULATE = {
  ...Object.fromEntries(INSIDE.map((name) => [name, true])),
  part: { populate: INSIDE },
  zone: { on: { 'shared.pair': true, 'shared.all': { populate: INSIDE } } },
};

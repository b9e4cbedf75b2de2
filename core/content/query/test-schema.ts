// For this folder's tests only: a small content model with two axes, and the context to prepare queries against it.

import * as check from '../../kernel/check/checks';
import { requestCaller } from '../../kernel/http/request/caller';
import type { LoweredType } from '../attributes/attribute-type';
import { createAttributeRegistry } from '../attributes/registry';
import { compileSchema } from '../model/compile/compile';
import type { AxisDefinition } from '../model/compiled/axis';
import type { ContentType, Schema } from '../model/compiled/content-type';
import { OPEN_VISIBILITY } from '../model/compiled/visibility';
import type { QueryContext } from './query-context';
import type { QueryLimits } from './query-limits';

const TONGUE: AxisDefinition = {
  name: 'tongue',
  column: 'tongue',
  kind: 'parallel',
  store: { kind: 'text', length: 20 },
  base: () => 'en',
  defaultValue: () => 'en',
  any: true,
  pin: 'select',
  outputKey: 'tongue',
};
const STAGE: AxisDefinition = {
  name: 'stage',
  column: 'stage',
  kind: 'stages',
  working: 'sketch',
  store: { kind: 'enum', values: ['shown', 'sketch'] },
  base: () => 'shown',
  defaultValue: () => 'shown',
  any: false,
  pin: 'restrict',
};

const relation = (kind: string, target?: string, side: Record<string, string> = {}) => ({
  type: 'relation',
  relation: kind,
  ...(target ? { target: `api::${target}.${target}` } : {}),
  ...side,
});
const string = { type: 'string' };

const TYPES: Record<string, Record<string, { type: string; [option: string]: unknown }>> = {
  article: {
    title: string,
    body: { type: 'richtext' },
    rating: { type: 'integer' },
    price: { type: 'decimal' },
    active: { type: 'boolean' },
    kind: { type: 'enumeration', enum: ['news', 'blog'] },
    secret: { type: 'password' },
    private_note: { type: 'string', private: true },
    day: { type: 'date' },
    at: { type: 'time' },
    moment: { type: 'datetime' },
    meta: { type: 'json' },
    words: { type: 'array' },
    cover: { type: 'media' },
    category: relation('manyToOne', 'category', { inversedBy: 'articles' }),
    tags: relation('manyToMany', 'tag', { inversedBy: 'articles' }),
    author: relation('manyToOne', 'author', { inversedBy: 'articles' }),
    hidden: relation('manyToOne', 'hidden'),
    private_tags: { ...relation('manyToMany', 'tag'), private: true },
    absent: { type: 'relation', relation: 'manyToOne', target: 'plugin::away.thing' },
    seo: { type: 'component', component: 'shared.seo' },
    links: { type: 'component', component: 'shared.link', repeatable: true },
    zone: { type: 'dynamiczone', components: ['shared.quote', 'shared.slider', 'shared.ref'] },
  },
  category: {
    name: string,
    articles: relation('oneToMany', 'article', { mappedBy: 'category' }),
    parent: relation('manyToOne', 'category'),
  },
  tag: { name: string, articles: relation('manyToMany', 'article', { mappedBy: 'tags' }) },
  author: {
    name: string,
    articles: relation('oneToMany', 'article', { mappedBy: 'author' }),
    profile: relation('oneToOne', 'profile'),
  },
  profile: { bio: { type: 'text' } },
  hidden: { name: string },
  zoo: { name: string, one: relation('morphToOne'), many: relation('morphToMany') },
  file: { name: string, url: string },
};

const COMPONENTS: Record<string, Record<string, { type: string; [option: string]: unknown }>> = {
  'shared.seo': {
    metaTitle: string,
    image: { type: 'media' },
    metas: { type: 'component', component: 'shared.meta', repeatable: true },
  },
  'shared.meta': { key: string, value: string },
  'shared.link': { label: string, external: { type: 'boolean' } },
  'shared.quote': { text: { type: 'text' }, by: string },
  'shared.slider': { caption: string, files: { type: 'media', multiple: true } },
  'shared.ref': { label: string, target: relation('oneToOne', 'tag') },
};

const AXES: Record<string, readonly AxisDefinition[]> = {
  article: [TONGUE, STAGE],
  author: [STAGE],
  zoo: [TONGUE],
};

const mediaType: LoweredType<{ readonly multiple: boolean }> = {
  kind: 'lowered',
  name: 'media',
  options: check.object({ multiple: check.optional(check.boolean(), false) }),
  lower: ({ multiple }) => relation(multiple ? 'manyToMany' : 'manyToOne', 'file'),
};

function compile(): Schema {
  const registry = createAttributeRegistry();
  registry.add(mediaType);
  return compileSchema({
    registry,
    livePlugins: new Set(),
    definitions: {
      types: Object.entries(TYPES).map(([name, attributes]) => ({
        uid: `api::${name}.${name}`,
        source: name,
        definition: { info: { singularName: name, pluralName: `${name}-list` }, attributes },
      })),
      components: Object.entries(COMPONENTS).map(([uid, attributes]) => ({
        uid,
        source: uid,
        definition: { info: { displayName: uid }, attributes },
      })),
      unreadable: [],
      mistakes: [],
    },
    hooks: {
      contentType(type) {
        const name = type.uid.slice(type.uid.indexOf('.') + 1);
        for (const axis of AXES[name] ?? []) type.addAxis(axis, () => false);
      },
    },
  });
}

export const SCHEMA = compile();

export function typeNamed(name: string): ContentType {
  const type = SCHEMA.types.get(`api::${name}.${name}`);
  if (!type) throw new Error(`The test's model has no type ${name}`);
  return type;
}

export const LIMITS: QueryLimits = {
  defaultLimit: 25,
  maxLimit: 100,
  withCount: true,
  arrayLimit: 100,
  depth: 100,
  conditions: 1000,
  populatePages: false,
  maxRows: 10_000,
  maxStatements: 50,
  answerBytes: 33_554_432,
};

/** A caller who may read everything but documents of `hidden`. */
export const VISITOR = {
  ...OPEN_VISIBILITY,
  scope: 'visitor',
  canRead: (type: ContentType) => type.singularName !== 'hidden',
};

export const CONTEXT: QueryContext = {
  schema: SCHEMA,
  caller: requestCaller(null, VISITOR),
  visibility: VISITOR,
  limits: LIMITS,
  axes: {},
  transform: null,
};

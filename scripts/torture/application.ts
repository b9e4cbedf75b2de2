// An application with every kind of relation, components, unique values, an axis with shared attributes and an axis of versions.
// The scenarios write to it through the document service.
import { ANY, type AxisDefinition, definePlugin, type Kernel, only, type ParamDefinition } from '../../core';
import type { DocumentObject } from '../../core/content/documents/write-action';
import { relation, typeFile } from '../../core/content/model/testing-files';
import type { Application } from './test-application';

export const ARTICLE = 'api::article.article';
export const TAG = 'api::tag.tag';
export const COVER = 'api::cover.cover';

const SHARED: readonly string[] = ['price', 'tags'];

const EDITION: AxisDefinition = {
  name: 'edition',
  column: 'edition',
  kind: 'parallel',
  store: { kind: 'text', length: 20 },
  base: () => 'main',
  defaultValue: () => 'main',
  any: true,
  pin: 'select',
};
const PHASE: AxisDefinition = {
  name: 'phase',
  column: 'phase',
  kind: 'stages',
  working: 'work',
  store: { kind: 'enum', values: ['work', 'shown'] },
  base: () => 'shown',
  defaultValue: () => 'shown',
  any: false,
  pin: 'restrict',
};

/** Editions share attributes; of two phases, reads show one. */
const axes = definePlugin({
  name: 'torture',
  register({ hooks, params }) {
    hooks.schema.contentType((type) => {
      if (type.uid !== ARTICLE) return;
      type.addAxis(EDITION, (name) => SHARED.includes(name));
      type.addAxis(PHASE, () => false);
    });
    for (const name of ['edition', 'phase'])
      params.add({
        name,
        description: name,
        on: ['find', 'findOne', 'create', 'update', 'delete'],
        parse: String,
        apply(request, value) {
          request.axes = { ...request.axes, [name]: value === '*' ? ANY : only(value) };
        },
        openapi: {},
      } satisfies ParamDefinition<string>);
    hooks.documents.prepare(async (action) => {
      if (action.type.uid !== ARTICLE || !['create', 'update'].includes(action.operation)) return;
      action.target.phase = 'work';
      action.followUps.push({
        name: 'show',
        run: async ({ action: own, variants }) => {
          await variants.copy(own.type, own.documentId ?? '', own.target, { ...own.target, phase: 'shown' });
        },
      });
    });
  },
});

type Call = (args: object) => Promise<DocumentObject | null>;

/** The document service, typed with the parameters that the plugin adds. */
export function serviceOf(
  kernel: Kernel,
  uid: string,
): Readonly<Record<'create' | 'update' | 'delete' | 'findOne' | 'findMany', Call>> {
  return kernel.documents(uid) as unknown as Readonly<
    Record<'create' | 'update' | 'delete' | 'findOne' | 'findMany', Call>
  >;
}

export const ARTICLES: Application = {
  plugins: [axes],
  enabled: {},
  files: {
    'config/content-types/article.json': typeFile('article', {
      title: { type: 'string', required: true },
      code: { type: 'string', unique: true },
      price: { type: 'integer' },
      tags: relation('manyToMany', 'tag', { inversedBy: 'articles' }),
      lead: relation('manyToOne', 'tag', { inversedBy: 'led' }),
      cover: relation('oneToOne', 'cover', { inversedBy: 'article' }),
      boxes: { type: 'component', component: 'shared.box', repeatable: true },
    }),
    'config/content-types/tag.json': typeFile('tag', {
      name: { type: 'string' },
      articles: relation('manyToMany', 'article', { mappedBy: 'tags' }),
      led: relation('oneToMany', 'article', { mappedBy: 'lead' }),
    }),
    'config/content-types/cover.json': typeFile('cover', {
      name: { type: 'string' },
      article: relation('oneToOne', 'article', { mappedBy: 'cover' }),
    }),
    'config/components/shared/box.json': {
      info: {},
      attributes: { label: { type: 'string' }, mark: { type: 'string', unique: true } },
    },
  },
};

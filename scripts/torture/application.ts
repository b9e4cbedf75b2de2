// The application that is maltreated: every kind of relation, components, unique values, an axis with shared attributes and one
// of versions, written to through the document service as any plugin would.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ANY, type AxisDefinition, createKernel, definePlugin, type Kernel, only } from '../../core';
import type { DatabaseConfig } from '../../core/database/config-types';
import type { DocumentObject } from '../../core/documents/operations';

export const ARTICLE = 'api::article.article';
export const TAG = 'api::tag.tag';
export const COVER = 'api::cover.cover';

const SHARED: readonly string[] = ['price', 'tags'];

const EDITION: AxisDefinition = {
  name: 'edition',
  column: 'edition',
  store: { kind: 'text', length: 20 },
  base: () => 'main',
  defaultValue: () => 'main',
  any: true,
  pin: 'select',
};
const PHASE: AxisDefinition = {
  name: 'phase',
  column: 'phase',
  store: { kind: 'enum', values: ['work', 'shown'] },
  base: () => 'shown',
  defaultValue: () => 'shown',
  any: false,
  pin: 'restrict',
  companions: ['work'],
};

/** Two axes as plugins bring them: editions that share attributes, versions of which one is shown. */
const axes = definePlugin({
  name: 'torture',
  register({ hooks, params }) {
    hooks.schema.contentType.tap('torture', (type) => {
      if (type.uid !== ARTICLE) return;
      type.addAxis(EDITION, (name) => SHARED.includes(name));
      type.addAxis(PHASE, () => false);
    });
    for (const name of ['edition', 'phase'])
      params.add<string>({
        name,
        plugin: 'torture',
        description: name,
        on: ['find', 'findOne', 'create', 'update', 'delete'],
        parse: String,
        apply(request, value) {
          request.axes = { ...request.axes, [name]: value === '*' ? ANY : only(value) };
        },
        openapi: {},
      });
    hooks.documents.prepare.tapPromise('torture', async (action) => {
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

export function writeApplication(dir: string): void {
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true });
    writeFileSync(join(dir, name), JSON.stringify(content));
  }
}

export const openApplication = (dir: string, database: DatabaseConfig): Promise<Kernel> =>
  createKernel({
    dir,
    env: { NODE_ENV: 'production' },
    overrides: {
      database: { ...database },
      server: { port: 0, anonymous: 'full', logs: { level: 'silent' } },
    },
    plugins: [axes],
  });

type Call = (args: object) => Promise<DocumentObject | null>;

/** The service with the words that the plugin above adds. */
export function serviceOf(
  kernel: Kernel,
  uid: string,
): Readonly<Record<'create' | 'update' | 'delete' | 'findOne' | 'findMany', Call>> {
  return kernel.documents(uid) as unknown as Readonly<
    Record<'create' | 'update' | 'delete' | 'findOne' | 'findMany', Call>
  >;
}

const named = (name: string, attributes: object): [string, object] => [
  `config/content-types/${name}.json`,
  { kind: 'collectionType', info: { singularName: name, pluralName: `${name}s` }, attributes },
];
const relation = (kind: string, target: string, more: object) => ({
  type: 'relation',
  relation: kind,
  target,
  ...more,
});

const FILES: Readonly<Record<string, object>> = {
  ...Object.fromEntries([
    named('article', {
      title: { type: 'string', required: true },
      code: { type: 'string', unique: true },
      price: { type: 'integer' },
      tags: relation('manyToMany', TAG, { inversedBy: 'articles' }),
      lead: relation('manyToOne', TAG, { inversedBy: 'led' }),
      cover: relation('oneToOne', COVER, { inversedBy: 'article' }),
      boxes: { type: 'component', component: 'shared.box', repeatable: true },
    }),
    named('tag', {
      name: { type: 'string' },
      articles: relation('manyToMany', ARTICLE, { mappedBy: 'tags' }),
      led: relation('oneToMany', ARTICLE, { mappedBy: 'lead' }),
    }),
    named('cover', {
      name: { type: 'string' },
      article: relation('oneToOne', ARTICLE, { mappedBy: 'cover' }),
    }),
  ]),
  'config/components/shared/box.json': {
    info: {},
    attributes: { label: { type: 'string' }, mark: { type: 'string', unique: true } },
  },
};

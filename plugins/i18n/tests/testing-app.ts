// For tests of this folder: an application with documents in several locales, with drafts and without.
import { type AnyPlugin, type ContentTypeDefinition, createKernel, type Kernel } from '../../../core';
import { createTestApp, type TestApp, type TestAppOptions } from '../../../core/testing/create-test-app';

const localized = { pluginOptions: { i18n: { localized: true } } };
const shared = { pluginOptions: { i18n: { localized: false } } };

export const type = (
  singularName: string,
  attributes: ContentTypeDefinition['attributes'],
  options: Partial<ContentTypeDefinition> = {},
): ContentTypeDefinition => ({
  info: { singularName, pluralName: `${singularName}s` },
  ...options,
  attributes,
});

const DRAFTS = { options: { draftAndPublish: true } };

const PAGE: ContentTypeDefinition['attributes'] = {
  title: { type: 'string', required: true, unique: true, ...localized },
  slug: { type: 'uid', targetField: 'title', ...localized },
  price: { type: 'integer' },
  code: { type: 'string', unique: true, ...shared },
  parts: { type: 'component', component: 'shared.part', repeatable: true, ...localized },
  box: { type: 'component', component: 'shared.part' },
};

export const TYPES: readonly ContentTypeDefinition[] = [
  type(
    'page',
    {
      ...PAGE,
      topic: { type: 'relation', relation: 'manyToOne', target: 'api::topic.topic', inversedBy: 'pages' },
      tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
      marks: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', ...shared },
    },
    localized,
  ),
  type(
    'topic',
    {
      name: { type: 'string', ...localized },
      pages: { type: 'relation', relation: 'oneToMany', target: 'api::page.page', mappedBy: 'topic' },
    },
    localized,
  ),
  type('tag', {
    name: { type: 'string' },
    pages: { type: 'relation', relation: 'manyToMany', target: 'api::page.page' },
    best: { type: 'relation', relation: 'oneToOne', target: 'api::page.page' },
    part: { type: 'component', component: 'shared.link' },
  }),
  type(
    'article',
    { ...PAGE, big: { type: 'biginteger' }, exact: { type: 'decimal' } },
    { ...localized, ...DRAFTS },
  ),
  type(
    'front',
    { title: { type: 'string', ...localized }, price: { type: 'integer' } },
    { kind: 'singleType', ...localized },
  ),
];

export const COMPONENTS = {
  'shared.part': { info: {}, attributes: { label: { type: 'string' } } },
  'shared.link': {
    info: {},
    attributes: {
      label: { type: 'string' },
      page: { type: 'relation', relation: 'oneToOne', target: 'api::page.page' },
      pages: { type: 'relation', relation: 'oneToMany', target: 'api::page.page' },
    },
  },
};

export const openApp = (
  i18n: unknown = { locales: ['en', 'fr', 'de'] },
  { config = {}, ...options }: TestAppOptions = {},
): Promise<TestApp> =>
  createTestApp({
    contentTypes: TYPES,
    components: COMPONENTS,
    config: { plugins: { rest: true, 'draft-and-publish': true, i18n: { config: i18n } }, ...config },
    ...options,
  });

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read response bodies without types
  readonly body: any;
}

export function requester(app: () => TestApp) {
  return async (
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    data?: unknown,
    bare = false,
  ): Promise<Answer> => {
    const request = app().agent[method](`/api/${path}`);
    const { status, body } = await (data === undefined
      ? request
      : request.send(bare ? (data as object) : { data }));
    return { status, body };
  };
}

/** For a kernel that is restarted: each request uses its own connection. */
export function callerOf(kernel: () => Kernel) {
  return async (method: string, path: string, data?: unknown): Promise<Answer> => {
    const response = await fetch(`${kernel().server.url}/api/${path}`, {
      method,
      headers: { connection: 'close', ...(data === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(data === undefined ? {} : { body: JSON.stringify({ data }) }),
    });
    const text = await response.text();
    return { status: response.status, body: text ? JSON.parse(text) : null };
  };
}

/** Sends a request that must succeed and returns its data. */
export const doneBy =
  <Method extends string>(call: (method: Method, path: string, data?: unknown) => Promise<Answer>) =>
  async (method: Method, path: string, data?: unknown): Promise<Answer['body']> => {
    const { status, body } = await call(method, path, data);
    if (status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(body)}`);
    return body?.data;
  };

/** Opens the application again with these plugins, in the same folder and on the same database. The caller stops it. */
export async function openAgain(
  { dir, kernel }: TestApp,
  plugins: object,
  added: readonly AnyPlugin[] = [],
): Promise<Kernel> {
  const again = await createKernel({
    dir,
    plugins: added,
    env: { NODE_ENV: 'test' },
    overrides: { server: { ...kernel.config.server, port: 0 }, database: kernel.config.database, plugins },
    writeLog: () => undefined,
  });
  await again.listen();
  return again;
}

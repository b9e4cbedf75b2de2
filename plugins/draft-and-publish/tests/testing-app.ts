// For tests of this folder: an application with types with and without drafts.
import type { ContentTypeDefinition } from '../../../core';
import { createTestApp, type TestApp, type TestAppOptions } from '../../../core/testing/create-test-app';

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

export const TYPES: readonly ContentTypeDefinition[] = [
  type(
    'article',
    {
      title: { type: 'string', required: true, minLength: 3 },
      code: { type: 'string', unique: true },
      text: { type: 'text' },
      author: {
        type: 'relation',
        relation: 'manyToOne',
        target: 'api::author.author',
        inversedBy: 'articles',
      },
      tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', inversedBy: 'articles' },
      parts: { type: 'component', component: 'shared.part', repeatable: true },
    },
    DRAFTS,
  ),
  type(
    'author',
    {
      name: { type: 'string' },
      articles: {
        type: 'relation',
        relation: 'oneToMany',
        target: 'api::article.article',
        mappedBy: 'author',
      },
    },
    DRAFTS,
  ),
  type('tag', {
    name: { type: 'string' },
    articles: { type: 'relation', relation: 'manyToMany', target: 'api::article.article', mappedBy: 'tags' },
    best: { type: 'relation', relation: 'oneToOne', target: 'api::article.article' },
    some: { type: 'relation', relation: 'manyToMany', target: 'api::article.article' },
    part: { type: 'component', component: 'shared.part' },
  }),
  type('front', { headline: { type: 'string', required: true } }, { kind: 'singleType', ...DRAFTS }),
];

export const COMPONENTS = {
  'shared.part': {
    info: {},
    attributes: {
      label: { type: 'string' },
      author: { type: 'relation', relation: 'oneToOne', target: 'api::author.author' },
    },
  },
};

export const openApp = (options: TestAppOptions = {}): Promise<TestApp> =>
  createTestApp({
    contentTypes: TYPES,
    components: COMPONENTS,
    config: { plugins: { rest: true, 'draft-and-publish': true } },
    ...options,
  });

/** Status and body of an answer. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of answers are looked into freely by tests
  readonly body: any;
}

export function requester(app: () => TestApp) {
  return async (method: 'get' | 'post' | 'put' | 'delete', path: string, data?: unknown): Promise<Answer> => {
    const request = app().agent[method](`/api/${path}`);
    const { status, body } = await (data === undefined ? request : request.send({ data }));
    return { status, body };
  };
}

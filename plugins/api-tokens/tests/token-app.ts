// A test application with types that tokens may or may not read, and a caller who creates tokens.
import type { ContentTypeDefinition } from '../../../core';
import { createTestApp, type TestApp, type TestAppOptions } from '../../../core/testing';
import { API_TOKENS, type IssuedToken, type TokenInput } from '../index';

const text = { type: 'string' } as const;

export const CONTENT_TYPES: Readonly<Record<string, ContentTypeDefinition>> = {
  'api::article.article': {
    info: { singularName: 'article', pluralName: 'articles' },
    attributes: {
      title: text,
      note: { ...text, private: true },
      pin: { type: 'password' },
      author: {
        type: 'relation',
        relation: 'manyToOne',
        target: 'api::author.author',
        inversedBy: 'articles',
      },
      tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag' },
    },
  },
  'api::author.author': {
    info: { singularName: 'author', pluralName: 'authors' },
    attributes: {
      name: text,
      articles: {
        type: 'relation',
        relation: 'oneToMany',
        target: 'api::article.article',
        mappedBy: 'author',
      },
    },
  },
  'api::tag.tag': { info: { singularName: 'tag', pluralName: 'tags' }, attributes: { name: text } },
};

export interface TokenApp {
  readonly app: TestApp;
  readonly article: string;
  make(input: Partial<TokenInput>): Promise<IssuedToken>;
  get(path: string, secret?: string): Promise<Reply>;
  send(
    method: 'post' | 'put' | 'delete',
    path: string,
    secret: string | undefined,
    body?: object,
  ): Promise<Reply>;
}

export interface Reply {
  readonly status: number;
  readonly text: string;
  readonly body: {
    readonly data?: unknown;
    readonly error?: { readonly name: string; readonly message: string; readonly details?: unknown };
  };
  readonly headers: Readonly<Record<string, string>>;
}

export async function createTokenApp(
  options: Omit<TestAppOptions, 'config'> & {
    readonly tokens?: unknown;
    readonly plugins?: never;
    readonly others?: Readonly<Record<string, unknown>>;
    readonly server?: Readonly<Record<string, unknown>>;
  } = {},
): Promise<TokenApp> {
  const { tokens, others, server, ...rest } = options;
  const app = await createTestApp({
    contentTypes: CONTENT_TYPES,
    ...rest,
    config: {
      plugins: { rest: true, 'api-tokens': { config: tokens ?? {} }, ...others },
      server: { anonymous: 'none', ...server },
    },
  });
  const { documents } = app;
  const tag = await documents('api::tag.tag').create({ data: { name: 'red' } });
  const author = await documents('api::author.author').create({ data: { name: 'Ann' } });
  const article = await documents('api::article.article').create({
    data: { title: 'One', note: 'inside', pin: 'pin pin', author: author.documentId, tags: [tag.documentId] },
  });
  let made = 0;
  const asks = async (
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    secret: string | undefined,
    body?: object,
  ): Promise<Reply> => {
    const request = app.agent[method](path);
    if (secret !== undefined) request.set('Authorization', `Bearer ${secret}`);
    return body === undefined ? request : request.send(body);
  };
  return {
    app,
    article: article.documentId,
    make: (input) =>
      app.kernel.container
        .resolve(API_TOKENS)
        .create({ name: `token ${++made}`, type: 'full-access', ...input }),
    get: (path, secret) => asks('get', path, secret),
    send: asks,
  };
}

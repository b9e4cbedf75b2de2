// `strapi.documents(uid)`: the document service with the parameters and results of Strapi. Middlewares of `strapi.documents.use` run around
// each call of code, and around the core actions.
import {
  type App,
  type ContentType,
  clientLimits,
  type DocumentObject,
  type WriteArguments,
} from '../../../core';
import type { Page } from './core-documents';
import { documentIdOf, type Params, readArguments } from './document-params';
import { keepRights, rightsIn } from './scope';
import { USER, withHandles } from './user-rows';

export interface UseContext {
  readonly uid: string;
  readonly action: string;
  params: Params;
  readonly contentType: unknown;
}

export type UseMiddleware = (context: UseContext, next: () => Promise<unknown>) => unknown;

export interface Entries {
  readonly documentId: string;
  readonly entries: readonly DocumentObject[];
}

export interface StrapiDocumentService {
  findMany(params?: Params): Promise<unknown>;
  findFirst(params?: Params): Promise<unknown>;
  findOne(params: Params): Promise<unknown>;
  count(params?: Params): Promise<unknown>;
  create(params: Params): Promise<unknown>;
  update(params: Params): Promise<unknown>;
  delete(params: Params): Promise<unknown>;
  clone(params: Params): Promise<unknown>;
  publish(params: Params): Promise<unknown>;
  unpublish(params: Params): Promise<unknown>;
  discardDraft(params: Params): Promise<unknown>;
}

export interface StrapiDocuments {
  (uid: string): StrapiDocumentService;
  use(middleware: UseMiddleware): void;
  readonly isIntercepted: () => boolean;
  /** A page with its totals, for core services: the limits of requests apply. */
  page(uid: string, params: Params): Promise<Page>;
}

export interface DocumentsOptions {
  readonly app: Pick<App, 'documents' | 'schema' | 'config' | 'users'>;
  contentType(uid: string): unknown;
}

export function createStrapiDocuments({ app, contentType }: DocumentsOptions): StrapiDocuments {
  const uses: UseMiddleware[] = [];
  const services = new Map<string, StrapiDocumentService>();

  const typeOf = (uid: string): ContentType => {
    const type = app.schema.types.get(uid);
    if (type) return type;
    throw new Error(
      `There is no content type "${uid}". Known: ${[...app.schema.types.keys()].sort().join(', ')}`,
    );
  };

  /** `work` gets the parameters that the middlewares leave. */
  function around(
    uid: string,
    action: string,
    params: Params,
    work: (params: Params) => Promise<unknown>,
  ): Promise<unknown> {
    if (uses.length === 0) return work(params);
    const context: UseContext = { uid, action, params: { ...params }, contentType: contentType(uid) };
    // A middleware may replace the parameters, and not the rights of the call.
    const left = (): Params => keepRights(params, context.params);
    const runFrom = async (at: number): Promise<unknown> => {
      const use = uses[at];
      return use ? use(context, () => runFrom(at + 1)) : work(left());
    };
    return runFrom(0);
  }

  function serviceOf(type: ContentType): StrapiDocumentService {
    const { uid } = type;
    const own = () => app.documents(uid);
    const run =
      (action: string, work: (params: Params) => Promise<unknown>) =>
      (params: Params = {}): Promise<unknown> =>
        around(uid, action, params, async (left) => {
          const result = await work(left);
          return uid === USER ? withHandles(app, result) : result;
        });
    const one = (params: Params): WriteArguments & { readonly documentId: string } => ({
      ...readArguments(params),
      documentId: documentIdOf(params, type),
    });
    const operation =
      (name: 'publish' | 'unpublish' | 'discardDraft') =>
      async (params: Params): Promise<Entries> => {
        const { status: _, ...args } = one(params) as Params & { readonly documentId: string };
        const documents = own();
        if (typeof documents[name] !== 'function')
          throw new Error(`${name} of strapi.documents('${uid}') needs the plugin "draft-and-publish"`);
        const written = await documents[name](args);
        return { documentId: args.documentId, entries: written === null ? [] : [written] };
      };
    return {
      findMany: run('findMany', (params) => own().findMany(readArguments(params))),
      findFirst: run('findFirst', (params) => own().findFirst(readArguments(params))),
      findOne: run('findOne', (params) => own().findOne(one(params))),
      count: run('count', (params) => own().count(readArguments(params))),
      create: run('create', (params) => own().create({ ...readArguments(params), data: params.data ?? {} })),
      update: run('update', (params) => own().update({ ...one(params), data: params.data ?? {} })),
      delete: run('delete', async (params) => {
        const { status: _, ...args } = one(params) as Params & { readonly documentId: string };
        const { documentId } = args;
        const entries = await own().findMany({
          filters: { documentId },
          status: 'draft',
          locale: params.locale === undefined ? undefined : (params.locale as string),
          ...rightsIn(params),
        } as never);
        await own().delete(args);
        return { documentId, entries };
      }),
      clone: run('clone', async (params) => {
        const cloned = await own().clone({ ...one(params), data: params.data ?? {} });
        return cloned && { documentId: cloned.documentId, entries: [cloned] };
      }),
      publish: run('publish', operation('publish')),
      unpublish: run('unpublish', operation('unpublish')),
      discardDraft: run('discardDraft', operation('discardDraft')),
    };
  }

  return Object.assign(
    (uid: string): StrapiDocumentService => {
      const service = services.get(uid) ?? serviceOf(typeOf(uid));
      services.set(uid, service);
      return service;
    },
    {
      use: (middleware: UseMiddleware): void => void uses.push(middleware),
      isIntercepted: () => uses.length > 0,
      async page(uid: string, params: Params): Promise<Page> {
        let pagination: Page['pagination'];
        const results = await around(uid, 'findMany', params, async (left) => {
          const args = { ...readArguments(left), limits: clientLimits(app.config.api) };
          const page = await app.documents.text(typeOf(uid).uid).findMany(args);
          pagination = page.pagination;
          return JSON.parse(page.text);
        });
        return { results: results as DocumentObject[], pagination };
      },
    },
  );
}

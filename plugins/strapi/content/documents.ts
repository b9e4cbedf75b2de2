// `strapi.documents(uid)`: the document service with the parameters and results of Strapi.
import { type App, type ContentType, clientLimits, type DocumentObject } from '../../../core';
import { createAroundCalls, type OwnCall, shownResult, type UseMiddleware, withOrigin } from './around-calls';
import type { Page } from './core-documents';
import { coreArguments, type Params } from './document-params';
import { entriesAround } from './entries';
import type { ReadEvents } from './read-events';
import { asInStrapi, USER, withHandles } from './user-rows';

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
  /** Does code run around the calls of a type? */
  readonly isIntercepted: (uid: string) => boolean;
  /** From now on, reads have their events. */
  surround(): void;
  /** A page with its totals, for core services: the limits of requests apply. */
  page(uid: string, params: Params): Promise<Page>;
}

export interface DocumentsOptions {
  readonly app: Pick<App, 'documents' | 'schema' | 'config' | 'users' | 'hooks' | 'database'>;
  contentType(uid: string): unknown;
  readonly reads: ReadEvents;
}

type Call = (args: never) => Promise<unknown>;

const ACTIONS = [
  ...['findMany', 'findFirst', 'findOne', 'count', 'create', 'update', 'delete', 'clone'],
  ...['publish', 'unpublish', 'discardDraft'],
];

/** Operations that take a list of locales. */
const IN_LOCALES: ReadonlySet<string> = new Set(['publish', 'unpublish', 'discardDraft', 'delete']);

export function createStrapiDocuments(options: DocumentsOptions): StrapiDocuments {
  const { app } = options;
  const around = createAroundCalls(options);
  const services = new Map<string, StrapiDocumentService>();

  const typeOf = (uid: string): ContentType => {
    const type = app.schema.types.get(uid);
    if (type) return type;
    throw new Error(
      `There is no content type "${uid}". Known: ${[...app.schema.types.keys()].sort().join(', ')}`,
    );
  };

  async function run(type: ContentType, action: string, params: Params): Promise<unknown> {
    const { uid } = type;
    const call: unknown = Reflect.get(app.documents(uid), action);
    if (typeof call !== 'function')
      throw new Error(`${action} of strapi.documents('${uid}') needs the plugin "draft-and-publish"`);
    if (Array.isArray(params.locale) && IN_LOCALES.has(action)) return inEachLocale(type, action, params);
    const args = coreArguments(action, params, type, app.schema);
    const perform = (given: object) => (call as Call)(given as never);
    if (!around.isUsed(uid)) {
      const entries = await entriesAround(app, type, action, args);
      const value = await perform(args);
      return shownResult(action, value, args.documentId, await entries());
    }
    const own: OwnCall = { action, params, result: null };
    await perform(withOrigin(args, own));
    return resultOf(own);
  }

  /** `locale: ['en', 'fr']` */
  const inEachLocale = (type: ContentType, action: string, params: Params): Promise<unknown> =>
    app.database.transaction(async () => {
      const entries: unknown[] = [];
      for (const locale of params.locale as readonly unknown[]) {
        const result = (await run(type, action, { ...params, locale })) as { readonly entries: unknown[] };
        entries.push(...result.entries);
      }
      return { documentId: params.documentId, entries };
    });

  function serviceOf(type: ContentType): StrapiDocumentService {
    const { uid } = type;
    const made = ACTIONS.map((action) => [
      action,
      async (params: Params = {}): Promise<unknown> => {
        const found = await run(type, action, params);
        const result = params.populate ? asInStrapi(found) : found;
        return uid === USER ? withHandles(app, result) : result;
      },
    ]);
    return Object.fromEntries(made) as StrapiDocumentService;
  }

  return Object.assign(
    (uid: string): StrapiDocumentService => {
      const service = services.get(uid) ?? serviceOf(typeOf(uid));
      services.set(uid, service);
      return service;
    },
    {
      use: around.use,
      isIntercepted: around.isUsed,
      surround: around.surround,
      async page(uid: string, params: Params): Promise<Page> {
        const limits = clientLimits(app.config.api);
        const args = { ...coreArguments('findMany', params, typeOf(uid), app.schema), limits };
        const { findMany } = app.documents.text(typeOf(uid).uid);
        if (!around.isUsed(uid)) {
          const { text, pagination } = await findMany(args);
          return { results: JSON.parse(text), pagination };
        }
        const own: OwnCall = { action: 'findMany', params, result: null };
        const { pagination } = await findMany(withOrigin(args, own));
        return { results: resultOf(own) as DocumentObject[], pagination };
      },
    },
  );
}

function resultOf({ action, result }: OwnCall): unknown {
  if (result) return result.value;
  throw new Error(`The call ${action} of strapi.documents has not reached its middlewares`);
}

// The core actions of a content type as functions of a koa context. An action of the project that calls `super.find(ctx)` reaches them. If
// the project replaces the service or a pass over the answer, the action calls these; otherwise it reads and writes for the caller itself.
import type { Context } from 'koa';
import { type ContentType, check, coreErrors, dataObject, type ReadWords } from '../../../core';
import { replaces } from '../project/factories';
import type { Members } from '../project/parts';
import type { CoreDocuments } from './core-documents';
import type { Passes } from './passes';
import { requireScope, withRights } from './scope';
import { unreadAnswer } from './unread-answer';

export interface CoreControllerOptions {
  readonly type: ContentType;
  readonly documents: CoreDocuments;
  readonly passes: Passes;
  /** The service of the type, with the members of the project. */
  service(): Members;
}

const PASSES = ['validateQuery', 'sanitizeQuery', 'validateInput', 'sanitizeInput', 'sanitizeOutput'];
const SERVICE = ['find', 'findOne', 'create', 'update', 'createOrUpdate', 'delete', 'getFetchParams'];

export const coreActions = ({ kind }: ContentType): readonly string[] =>
  kind === 'singleType' ? ['find', 'update', 'delete'] : ['find', 'findOne', 'create', 'update', 'delete'];

type Own = Members & {
  transformResponse(data: unknown, meta?: unknown): unknown;
};
type Call = (...args: unknown[]) => unknown;

export function coreController(options: CoreControllerOptions): Members {
  const { type, documents, passes, service } = options;
  const { uid } = type;

  /** The core actions serve the caller directly. */
  const isPlain = (own: Members): boolean =>
    !replaces(own, PASSES) && !replaces(service(), SERVICE) && !documents.isIntercepted(uid);

  const call = (target: Members, name: string, ...args: unknown[]): unknown =>
    Reflect.apply(target[name] as Call, target, args);

  const queryOf = async (own: Members, ctx: Context): Promise<ReadWords> => {
    await call(own, 'validateQuery', ctx);
    const query = (await call(own, 'sanitizeQuery', ctx)) as ReadWords;
    // Also if the project replaces the pass.
    return withRights(query ?? {}, requireScope(ctx));
  };

  const shown = async (own: Own, ctx: Context, data: unknown, meta?: unknown): Promise<unknown> =>
    own.transformResponse(await call(own, 'sanitizeOutput', data, ctx), meta);

  /** The project may replace `transformResponse`. */
  const shownText = (own: Own, text: string | null, meta: object): unknown =>
    text === null || replaces(own, ['transformResponse'])
      ? own.transformResponse(text === null ? null : JSON.parse(text), meta)
      : unreadAnswer(text, meta);

  /** `{ data }` of the body, for a service of the project. */
  const inputOf = async (own: Members, ctx: Context): Promise<unknown> => {
    const data = bodyData(ctx);
    await call(own, 'validateInput', data, ctx);
    return call(own, 'sanitizeInput', data, ctx);
  };

  const shared: Members = {
    transformResponse: (data: unknown, meta: unknown = {}) =>
      data === null || data === undefined ? data : { data, meta },
    validateQuery: (ctx: Context) => passes.validateQuery(ctx.query, uid, requireScope(ctx)),
    sanitizeQuery: (ctx: Context) => passes.sanitizeQuery(ctx.query, uid, requireScope(ctx)),
    validateInput: (data: unknown, ctx: Context) => passes.validateInput(data, uid, requireScope(ctx)),
    sanitizeInput: (data: unknown, ctx: Context) => passes.sanitizeInput(data, uid, requireScope(ctx)),
    sanitizeOutput: (data: unknown, ctx: Context) => passes.sanitizeOutput(data, uid, requireScope(ctx)),
  };

  const collection: Members = {
    async find(this: Own, ctx: Context) {
      if (isPlain(this)) {
        const { text, pagination } = await documents.list(type, ctx.query, requireScope(ctx));
        return shownText(this, text, { pagination });
      }
      const query = await queryOf(this, ctx);
      const { results, pagination } = (await call(service(), 'find', query)) as Members;
      return shown(this, ctx, results, { pagination });
    },
    async findOne(this: Own, ctx: Context) {
      if (isPlain(this))
        return shownText(this, await documents.one(type, idOf(ctx), ctx.query, requireScope(ctx)), {});
      const query = await queryOf(this, ctx);
      return shown(this, ctx, await call(service(), 'findOne', idOf(ctx), query));
    },
    async create(this: Own, ctx: Context) {
      if (isPlain(this)) {
        const made = await documents.create(type, bodyData(ctx), ctx.query, requireScope(ctx));
        ctx.status = 201;
        return this.transformResponse(made);
      }
      const query = await queryOf(this, ctx);
      const data = await inputOf(this, ctx);
      const made = await call(service(), 'create', { ...query, data });
      ctx.status = 201;
      return shown(this, ctx, made);
    },
    async update(this: Own, ctx: Context) {
      if (isPlain(this))
        return this.transformResponse(
          found(await documents.update(type, idOf(ctx), bodyData(ctx), ctx.query, requireScope(ctx))),
        );
      const query = await queryOf(this, ctx);
      const data = await inputOf(this, ctx);
      return shown(this, ctx, found(await call(service(), 'update', idOf(ctx), { ...query, data })));
    },
    async delete(this: Own, ctx: Context) {
      if (isPlain(this)) await documents.remove(type, idOf(ctx), ctx.query, requireScope(ctx));
      else await call(service(), 'delete', idOf(ctx), await queryOf(this, ctx));
      ctx.status = 204;
    },
  };

  const single: Members = {
    async find(this: Own, ctx: Context) {
      if (isPlain(this))
        return shownText(this, await documents.one(type, null, ctx.query, requireScope(ctx)), {});
      return shown(this, ctx, await call(service(), 'find', await queryOf(this, ctx)));
    },
    async update(this: Own, ctx: Context) {
      if (isPlain(this))
        return this.transformResponse(
          await documents.update(type, null, bodyData(ctx), ctx.query, requireScope(ctx)),
        );
      const query = await queryOf(this, ctx);
      const data = await inputOf(this, ctx);
      return shown(this, ctx, await call(service(), 'createOrUpdate', { ...query, data }));
    },
    async delete(this: Own, ctx: Context) {
      if (isPlain(this)) await documents.remove(type, null, ctx.query, requireScope(ctx));
      else await call(service(), 'delete', await queryOf(this, ctx));
      ctx.status = 204;
    },
  };

  return { ...shared, ...(type.kind === 'singleType' ? single : collection) };
}

/** A route of the project may name the parameter `id` or `documentId`. */
const idOf = ({ params }: Context): string => String(params.id ?? params.documentId ?? '');

const bodyData = ({ request }: Context) => {
  const body: unknown = Reflect.get(request, 'body');
  return dataObject(check.isPlainObject(body) ? body.data : undefined);
};

function found<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw coreErrors.DOCUMENT_NOT_FOUND();
  return value;
}

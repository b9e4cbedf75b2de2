// The document service for the caller of a request. Each call requires the permission of its operation and uses the caller's
// visibility. An unknown or hidden document is a 404.

import { coreErrors } from '../../kernel/errors/core-errors';
import { requestCaller } from '../../kernel/http/request/caller';
import type { RequestContext } from '../../kernel/http/request/context';
import type { HttpServer } from '../../kernel/http/server';
import type { DocumentOperationMap } from '../../types';
import type { Uid } from '../model/compiled/content-type';
import type { WriteItem, WriteManyArguments } from './operations';
import type { Documents, DocumentsOf } from './typed-documents';

export type CallerDocuments = <U extends Uid>(uid: U) => DocumentsOf<U, never> & DocumentOperationMap;

/** The verb of the permission, where it has another name than the operation. */
const VERBS: Readonly<Record<string, string>> = {
  findMany: 'find',
  findFirst: 'find',
  count: 'find',
  aggregate: 'find',
  clone: 'create',
  deleteEffects: 'delete',
};
const MANY = 'Many';
const isRead = (verb: string): boolean => verb === 'find' || verb === 'findOne';

type Call = (args: object) => Promise<unknown>;

/** The operation of `createMany`, `archiveMany` …; null: another call. */
const operationOfMany = (name: string): string | null =>
  name.endsWith(MANY) && name !== 'findMany' && name !== 'writeMany' ? name.slice(0, -MANY.length) : null;

export function documentsAs(
  { documents, server }: { readonly documents: Documents; readonly server: Pick<HttpServer, 'authorize'> },
  request: RequestContext,
): CallerDocuments {
  const rightsTo = async (uid: Uid, verb: string) => {
    const asked = { action: `${uid}.${verb}`, method: isRead(verb) ? 'GET' : 'POST' } as const;
    const visibility = await server.authorize(request, asked);
    return { visibility, caller: requestCaller(request.principal, visibility, request) };
  };

  const callAs =
    (uid: Uid, name: string, call: Call): Call =>
    async (args) => {
      const verb = VERBS[name] ?? name;
      const known = { ...args, ...(await rightsTo(uid, verb)) };
      const { commits } = request;
      const result = await call(isRead(verb) ? known : { ...known, commits });
      const isMissing = name === 'delete' && (result as { readonly deleted: number }).deleted === 0;
      if (isMissing || (result === null && name !== 'findFirst')) throw coreErrors.DOCUMENT_NOT_FOUND();
      return result;
    };

  /** Each item needs the permission of its operation. A caller with none of them gets the refusal. */
  async function writeManyAs(uid: Uid, call: Call, { items, ...args }: WriteManyArguments): Promise<unknown> {
    const rights = new Map<string, Partial<WriteItem>>();
    for (const { operation } of items) {
      if (rights.has(operation)) continue;
      const verb = VERBS[operation] ?? operation;
      const refusal = (error: unknown) => ({ refusal: error });
      rights.set(operation, await rightsTo(uid, verb).catch(refusal));
    }
    const refusals = [...rights.values()].flatMap(({ refusal }) => refusal ?? []);
    if (refusals.length > 0 && refusals.length === rights.size) throw refusals[0];
    const { commits } = request;
    return call({
      ...args,
      items: items.map((item) => ({ ...item, ...rights.get(item.operation) })),
      commits,
    });
  }

  return <U extends Uid>(uid: U) => {
    const service = documents(uid);
    const writeMany: Call = (args) => service.writeMany(args as WriteManyArguments);
    const calls = Object.entries(service).map(([name, call]) => {
      const operation = operationOfMany(name);
      if (operation === null && name !== 'writeMany') return [name, callAs(uid, name, call as Call)];
      const many = (args: WriteManyArguments) =>
        writeManyAs(uid, writeMany, {
          ...args,
          items: args.items.map((item) => (operation === null ? item : { ...item, operation })),
        });
      return [name, many];
    });
    return Object.fromEntries(calls) as DocumentsOf<U, never> & DocumentOperationMap;
  };
}

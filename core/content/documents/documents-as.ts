// The document service for the caller of a request. Each call requires the permission of its operation and uses the caller's
// visibility. An unknown or hidden document is a 404.

import { coreErrors } from '../../kernel/errors/core-errors';
import { requestCaller } from '../../kernel/http/request/caller';
import type { RequestContext } from '../../kernel/http/request/context';
import type { HttpServer } from '../../kernel/http/server';
import type { DocumentOperationMap } from '../../types';
import type { Uid } from '../model/compiled/content-type';
import type { Documents, DocumentsOf } from './typed-documents';

export type CallerDocuments = <U extends Uid>(uid: U) => DocumentsOf<U, never> & DocumentOperationMap;

/** The verb of the permission, where it has another name than the operation. */
const VERBS: Readonly<Record<string, string>> = {
  findMany: 'find',
  findFirst: 'find',
  count: 'find',
  aggregate: 'find',
  clone: 'create',
};
const isRead = (verb: string): boolean => verb === 'find' || verb === 'findOne';

type Call = (args: object) => Promise<unknown>;

export function documentsAs(
  { documents, server }: { readonly documents: Documents; readonly server: Pick<HttpServer, 'authorize'> },
  request: RequestContext,
): CallerDocuments {
  const callAs =
    (uid: Uid, name: string, call: Call): Call =>
    async (args) => {
      const verb = VERBS[name] ?? name;
      const asked = { action: `${uid}.${verb}`, method: isRead(verb) ? 'GET' : 'POST' } as const;
      const visibility = await server.authorize(request, asked);
      const caller = requestCaller(request.principal, visibility, request);
      const { commits } = request;
      const known = { ...args, caller, visibility };
      const result = await call(isRead(verb) ? known : { ...known, commits });
      const isMissing = name === 'delete' && (result as { readonly deleted: number }).deleted === 0;
      if (isMissing || (result === null && name !== 'findFirst')) throw coreErrors.DOCUMENT_NOT_FOUND();
      return result;
    };
  return <U extends Uid>(uid: U) => {
    const calls = Object.entries(documents(uid)).map(([name, call]) => [
      name,
      callAs(uid, name, call as Call),
    ]);
    return Object.fromEntries(calls) as DocumentsOf<U, never> & DocumentOperationMap;
  };
}

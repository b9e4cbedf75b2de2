// Which permission a request to the documents of a type needs, so that a 403 can be explained.
import { asRole } from './as-role';
import { ApiError } from './client';
import { typeOf } from './model';
import { api, path } from './place';
import { queryOf } from './query';

export interface Refused {
  readonly action: string;
  readonly documentId: string | null;
}

const VERBS: Readonly<Record<string, string>> = { POST: 'create', PUT: 'update', DELETE: 'delete' };
const camel = (name: string): string =>
  name.replace(/-([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** null: the error is no refusal, or its request is not about documents. A write of a document that a rule leaves out is a 404. */
export function refusedOf(error: unknown): Refused | null {
  if (!(error instanceof ApiError) || error.asked === null) return null;
  const { method, url } = error.asked;
  if (error.status !== 403 && (error.status !== 404 || method === 'GET')) return null;
  const { pathname, searchParams } = new URL(url, location.origin);
  const start = `${api}/documents/`;
  if (!pathname.startsWith(start)) return null;
  const [collection = '', ...rest] = pathname.slice(start.length).split('/').map(decodeURIComponent);
  const uid = collection.replace('.', '::');
  const type = typeOf(uid);
  const documentId = rest[0] !== undefined && rest[0] !== 'actions' ? rest[0] : null;
  const operation = rest[rest.indexOf('actions') + 1];
  const reads = documentId === null ? 'find' : 'findOne';
  const verb =
    rest.includes('actions') && operation !== undefined ? operationOf(operation) : (VERBS[method] ?? reads);
  // A draft needs two permissions.
  const lacksDraft = type?.actions.includes(verb) === true && !type.actions.includes('readDraft');
  const needsDraft = method === 'GET' && searchParams.get('status') === 'draft' && lacksDraft;
  return { action: `${uid}.${needsDraft ? 'readDraft' : verb}`, documentId };
}

const operationOf = (name: string): string => (name === 'delete-effects' ? 'delete' : camel(name));

/** The page that explains a verdict about the user. null while the user sees the admin as a role: the answers are those of the role. */
export function whyNotAt({ action, documentId }: Refused): string | null {
  if (asRole.value !== null) return null;
  return `${path}/explain${queryOf({ action, document: documentId ?? undefined })}`;
}

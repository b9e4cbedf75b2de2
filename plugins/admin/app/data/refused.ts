// Which permission a request to the documents of a type needs, so that a 403 can be explained.
import { asRole } from './as-role';
import { ApiError } from './client';
import { known, typeOf } from './model';
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
  if (!pathname.startsWith(start)) return refusedPanel(pathname, searchParams);
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

/** The panels of a document name it in the query. The first permission that the role lacks decides, in the order of the server. */
function refusedPanel(pathname: string, words: URLSearchParams): Refused | null {
  const { prefix } = known();
  const documentId = words.get('documentId');
  if (pathname.startsWith(`${prefix}/schedule/changes`))
    return { action: 'plugin::schedule.change.read', documentId: null };
  const type = typeOf(words.get('type') ?? '');
  if (!type || !pathname.startsWith(`${prefix}/history/`)) return null;
  const reads = type.kind === 'singleType' ? 'find' : 'findOne';
  const restores = pathname.endsWith('/actions/restore') ? ['restore', 'update'] : [];
  const verb = ['history', reads, ...restores].find((each) => !type.actions.includes(each));
  return { action: `${type.uid}.${verb ?? restores[0] ?? 'history'}`, documentId };
}

const operationOf = (name: string): string => (name === 'delete-effects' ? 'delete' : camel(name));

/** The page that explains a verdict about the user. null while the user sees the admin as a role: the answers are those of the role. */
export function whyNotAt({ action, documentId }: Refused): string | null {
  if (asRole.value !== null) return null;
  return `${path}/explain${queryOf({ action, document: documentId ?? undefined })}`;
}

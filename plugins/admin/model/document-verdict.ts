// Whether the permissions of a user let an action at a document, as a request of the user would find. The draft and the published version
// are different rows: a rule may leave out one of them.
import { type App, type ContentType, coreErrors, type RequestContext } from '../../../core';
import { type Account, conditionFor, FULL_GRANT, type Grant, RULED } from '../../users-permissions';

export interface Asked {
  readonly type: ContentType;
  readonly documentId: string;
  /** An action that is granted. */
  readonly action: string;
  readonly granted: readonly Grant[];
  readonly account: Account;
}

type Status = 'published' | 'draft';

/** Actions that show documents, and change none. */
const READS: ReadonlySet<string> = new Set(['find', 'findOne', 'count', 'readDraft', 'previewLink']);

const hasAxis = ({ axes }: ContentType, name: string): boolean => axes.some(({ axis }) => axis.name === name);
const statusesOf = (type: ContentType): readonly (Status | null)[] =>
  hasAxis(type, 'status') ? ['published', 'draft'] : [null];
/** The rows of a document with this status, in all locales. */
const rowsOf = (type: ContentType, status: Status | null) => ({
  ...(status === null ? {} : { status }),
  ...(hasAxis(type, 'locale') ? { locale: '*' } : {}),
});

export const grantOf = (granted: readonly Grant[], action: string): Grant | undefined =>
  granted.find((each) => each.action === action || each.action === FULL_GRANT.action);

/** The caller may not learn of documents that are hidden from the caller. */
export async function mustSee(
  app: Pick<App, 'documentsAs'>,
  request: RequestContext,
  type: ContentType,
  documentId: string,
): Promise<void> {
  const seesDrafts = request.can(`${type.uid}.readDraft`);
  const filters = { documentId };
  for (const status of statusesOf(type))
    if (status !== 'draft' || seesDrafts) {
      const words = { filters, ...rowsOf(type, status) };
      if ((await app.documentsAs(request)(type.uid).count(words)) > 0) return;
    }
  throw coreErrors.DOCUMENT_NOT_FOUND();
}

export async function documentVerdict(
  app: Pick<App, 'documents'>,
  { type, documentId, action, granted, account }: Asked,
): Promise<'allowed' | 'row' | 'draft'> {
  const verb = action.slice(type.uid.length + 1);
  // An action that can have no rule has the one of `find`.
  const rule = grantOf(granted, RULED.has(verb) ? action : `${type.uid}.find`)?.rule;
  const condition = conditionFor(rule, account);
  const rows = await Promise.all(
    statusesOf(type).map(async (status) => {
      const count = (filters: object): Promise<number> =>
        app.documents(type.uid).count({ filters, ...rowsOf(type, status) });
      const all = await count({ documentId });
      return {
        status,
        all,
        met: condition === null ? all : await count({ $and: [{ documentId }, condition] }),
      };
    }),
  );
  const draft = rows.find(({ status }) => status === 'draft');
  if (READS.has(verb)) {
    const isShown = rows.some(({ status, met }) => status !== 'draft' && met > 0);
    if (isShown) return 'allowed';
    if (!draft || draft.met === 0) return 'row';
    if (grantOf(granted, `${type.uid}.readDraft`)) return 'allowed';
    return rows.some(({ status, all }) => status !== 'draft' && all > 0) ? 'row' : 'draft';
  }
  // An update writes the draft. Other writes change all rows, so each must be in the rule.
  const isMet = verb === 'update' && draft ? draft.met > 0 : rows.every(({ all, met }) => all === met);
  return isMet ? 'allowed' : 'row';
}

// Runs when the last row of a document is removed. Documents that link to it with `"onDelete": "cascade"` go too, each as a delete of its
// own: with hooks, an event, and the rights of the caller. Then no link with `"onDelete": "restrict"` may lead to a document that went.
import { coreErrors } from '../../../kernel/errors/core-errors';
import { mayDo } from '../../../kernel/http/request/caller';
import type { ContentType } from '../../model/compiled/content-type';
import { type Visibility, withVisibility } from '../../model/compiled/visibility';
import type { GoneDocument, LinkedPlace } from '../write/removal';
import type { WriteSession } from '../write/write-session';
import { detachTarget } from './detach-target';
import type { RowLinks } from './link-store';
import { cascadesTo, linkedPlaces } from './linked-places';
import { refuseRestricted } from './refuse-restricted';

export async function finishRemoval(
  session: WriteSession,
  type: ContentType,
  documentId: string,
): Promise<void> {
  const { removal } = session;
  removal.gone({ type, documentId });
  for (const { owner, store } of cascadesTo(session, type))
    for (const place of await lockedPlaces(session, owner, store, { type, documentId }))
      if (removal.takes(place)) await takeAlong(session, place);
  // Only when all rows are gone: a link between two documents that go keeps neither.
  if (session.within) return;
  for (const gone of removal.takeUnchecked()) {
    await refuseRestricted(session, gone.type, gone.documentId);
    await detachTarget(session, gone.type, gone.documentId);
  }
}

/** A writer may change a document before it is locked, so the places are read again. No new link appears: its target is locked. */
async function lockedPlaces(
  session: WriteSession,
  owner: ContentType,
  store: RowLinks,
  target: GoneDocument,
): Promise<readonly LinkedPlace[]> {
  const places = await linkedPlaces(session, owner, store, target);
  if (places.length === 0 || session.dialect.forUpdate === '') return places;
  await session.lock(places.map(({ documentId }) => ({ type: owner.uid, documentId })));
  return linkedPlaces(session, owner, store, target);
}

async function takeAlong(session: WriteSession, place: LinkedPlace): Promise<void> {
  const { visibility } = session.action;
  if (!mayTake(session, place)) throw forbidden(session, place);
  session.equalLinks.end();
  if (
    !(await session.deletes.removePart(session, place, session.within ? visibility : cascading(visibility)))
  )
    throw forbidden(session, place);
}

/**
 * Without a visible row no row filter can be checked, so the answer is no. So it is for a filter that reads links: the rows that the place
 * links to are gone by now, and the filter would not see them.
 */
export function mayTake(session: WriteSession, { type, isHidden }: LinkedPlace): boolean {
  const { visibility } = session.action;
  if (!mayDo(visibility, session.deletes.actionOf(type.uid))) return false;
  if (session.rowFilterCheckOf(type, visibility, 'cascaded') === null) return true;
  return !isHidden && !readsLinks(type, visibility.rowFilter?.(type, 'cascaded'));
}

/** Does a filter have a condition on something else than a value of the row? */
function readsLinks(type: ContentType, filter: unknown): boolean {
  if (Array.isArray(filter)) return filter.some((each) => readsLinks(type, each));
  if (typeof filter !== 'object' || filter === null) return false;
  return Object.entries(filter).some(([key, value]) => {
    const attribute = type.attributes.get(key);
    return attribute ? attribute.kind !== 'scalar' : readsLinks(type, value);
  });
}

const forbidden = ({ action, deletes }: WriteSession, { type }: LinkedPlace): Error =>
  coreErrors.ACCESS_FORBIDDEN(action.visibility.hint?.(deletes.actionOf(type.uid)));

/** The caller's rights to delete other documents. */
const cascading = (base: Visibility): Visibility =>
  withVisibility(base, {
    scope: `${base.scope}, cascading`,
    ...(base.rowFilter
      ? { rowFilter: (type, place) => base.rowFilter?.(type, place === 'root' ? 'cascaded' : place) }
      : {}),
  });

// May a caller link documents of a type? A plugin names actions in `app.linkActions`; the caller needs one of them.

import { mayDo } from '../../../kernel/http/request/caller';
import type { Uid } from '../../model/compiled/content-type';
import type { Visibility } from '../../model/compiled/visibility';

/** By type: the actions, of which a caller needs one. */
export interface LinkActions {
  get(uid: Uid): readonly string[] | undefined;
}

/** The program itself needs no action. */
export function mayLink(actions: readonly string[] | undefined, visibility: Visibility): boolean {
  if (actions === undefined || visibility.seesPrivate === true) return true;
  return actions.some((action) => mayDo(visibility, action));
}

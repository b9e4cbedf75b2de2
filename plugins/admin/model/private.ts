// Who sees private attributes in the admin: of content types only, with the permission `readPrivate`.
import type { AnyModel, Visibility } from '../../../core';

export const readsPrivate =
  (visibility: Visibility) =>
  (model: AnyModel): boolean =>
    model.model === 'type' && model.api && visibility.allows(`${model.uid}.readPrivate`);

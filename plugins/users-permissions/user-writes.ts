// Rows of plugins that belong to a user: changed in the transaction that deletes the user, or that sets a new password.
import type { App, FollowUp } from '../../core';
import { USER } from './types';

/** `ids`: of the rows of the user. A database may give an id to another user later. */
type Work = (documentId: string, ids: readonly number[]) => Promise<unknown>;

const follow = (name: string, work: Work): FollowUp => ({
  name,
  joins: true,
  async run({ action: { documentId, rows } }) {
    await work(
      documentId,
      rows.map(({ id }) => id),
    );
  },
});

/** In `register`: `work` removes the rows of the user. */
export function whenUserIsDeleted({ hooks }: Pick<App, 'hooks'>, plugin: string, work: Work): void {
  const forget = follow(plugin, work);
  hooks.documents.prepare(({ type, operation, followUps }) => {
    if (type.uid === USER && operation === 'delete') followUps.push(forget);
  });
}

/** In `register`: the user gets a new password, in whatever way. */
export function whenPasswordChanges({ hooks }: Pick<App, 'hooks'>, plugin: string, work: Work): void {
  const react = follow(plugin, work);
  hooks.documents.prepare(({ type, operation, data, followUps }) => {
    const isChange = type.uid === USER && operation === 'update' && hasPassword(data);
    if (isChange) followUps.push(react);
  });
}

const hasPassword = (data: unknown): boolean =>
  typeof data === 'object' &&
  data !== null &&
  (data as { readonly password?: unknown }).password !== undefined;

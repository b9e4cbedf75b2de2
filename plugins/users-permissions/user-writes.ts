// Rows of plugins that belong to a user: removed in the transaction that deletes the user.
import type { App, FollowUp } from '../../core';
import { USER } from './types';

/** `ids`: of the rows of the user. A database may give an id to another user later. */
type Work = (documentId: string, ids: readonly number[]) => Promise<unknown>;

/** In `register`: `work` removes the rows of the user. */
export function whenUserIsDeleted({ hooks }: Pick<App, 'hooks'>, plugin: string, work: Work): void {
  const forget: FollowUp = {
    name: plugin,
    joins: true,
    async run({ action: { documentId, rows } }) {
      await work(
        documentId,
        rows.map(({ id }) => id),
      );
    },
  };
  hooks.documents.prepare(({ type, operation, followUps }) => {
    if (type.uid === USER && operation === 'delete') followUps.push(forget);
  });
}

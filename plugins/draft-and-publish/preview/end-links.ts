// A delete ends the preview links of the drafts that it removes, in its transaction.
import type { FollowUp, WriteAction } from '../../../core';
import { hasStatus } from '../status';
import type { PreviewLinks } from './preview-links';

export function endLinksOnDelete(links: PreviewLinks): (action: WriteAction) => void {
  const endLinks: FollowUp = {
    name: 'preview-links',
    run({ action: { type, documentId }, written }) {
      const removed = written.filter(({ became }) => became === 'deleted');
      return links.endOf(
        type.uid,
        documentId,
        removed.map(({ axes }) => axes),
      );
    },
  };
  return ({ type, operation, followUps }) => {
    if (operation === 'delete' && type.api && hasStatus(type)) followUps.push(endLinks);
  };
}

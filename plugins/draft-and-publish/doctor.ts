// The check of `quire doctor` that each published row has a draft.
import type { DoctorCheck } from '../../core';
import { hasStatus, STATUS } from './status';

export const draftsCheck: DoctorCheck = {
  name: 'drafts',
  description: 'each published row has a draft',
  documents: {
    of: hasStatus,
    check: ({ uid }, documents) =>
      documents.flatMap(({ documentId, rows }) =>
        rows
          .filter(({ axes }) => axes[STATUS] === 'published')
          .filter(({ axes }) => {
            const draft = { ...axes, [STATUS]: 'draft' };
            return !rows.some((row) =>
              Object.entries(draft).every(([name, value]) => row.axes[name] === value),
            );
          })
          .map(({ axes }) => ({
            documentId,
            where: uid,
            message: `${documentId} is published without a draft at ${Object.values(axes).join('/')}; its action discard-draft copies the published row to a draft`,
          })),
      ),
  },
};

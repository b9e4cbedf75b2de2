// What `quire doctor` learns from this plugin: a published row is never without its draft.
import type { DoctorCheck } from '../../core';
import { hasStatus, STATUS } from './status';

export const draftsCheck: DoctorCheck = {
  name: 'drafts',
  plugin: 'draft-and-publish',
  summary: 'what is published has a draft beside it',
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
            message: `${documentId} is published without a draft at ${Object.values(axes).join('/')}; its action discard-draft makes one of what is published`,
          })),
      ),
  },
};

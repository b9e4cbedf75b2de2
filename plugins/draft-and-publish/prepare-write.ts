// `status` in a write. Every write goes to the draft. Without `status=draft`, the same transaction then publishes the draft.
import type { FollowUp, WriteAction } from '../../core';
import { draftErrors } from './errors';
import { hasStatus, STATUS, showing, statusAsked } from './status';
import { publishRow } from './versions';

export function prepareWrite(action: WriteAction): void {
  if (!hasStatus(action.type)) return;
  const asked = statusAsked(action.axes);
  switch (action.operation) {
    case 'create':
    case 'update':
      writeDraft(action, asked !== 'draft');
      return;
    case 'clone':
      // A clone is a draft, because the original holds the unique values.
      writeDraft(action, asked === 'published');
      action.shown = showing(asked ?? 'draft');
      return;
    case 'delete':
      if (asked === 'draft') action.followUps.push(KEEP_PUBLISHED);
  }
}

function writeDraft(action: WriteAction, isPublishing: boolean): void {
  action.target[STATUS] = 'draft';
  action.goesLive = isPublishing;
  action.facts.published = isPublishing;
  if (isPublishing) action.followUps.push(PUBLISH);
  else action.strictness = 'partial';
}

const PUBLISH: FollowUp = {
  name: 'publish',
  joins: false,
  async run(context) {
    const { action } = context;
    await publishRow(context, action.target);
    action.target = { ...action.target, [STATUS]: 'published' };
  },
};

/** Undoes the deletion of a draft whose document is published. */
const KEEP_PUBLISHED: FollowUp = {
  name: 'keep published',
  joins: false,
  async run({ action, variants }) {
    const left = await variants.rows(action.type, action.documentId);
    const gone = action.rows.filter(({ id }) => !left.some((row) => row.id === id));
    if (gone.some(({ axes }) => axes[STATUS] === 'published')) throw draftErrors.DRAFT_OF_PUBLISHED();
  },
};

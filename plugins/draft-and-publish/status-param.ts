// The parameter `status`. It is valid on every type: one without drafts passes it on to what it populates.
import type { ParamDefinition } from '../../core';
import { draftErrors } from './errors';
import { hasStatus, type Status, showing } from './status';

export const statusParam: ParamDefinition<Status> = {
  name: 'status',
  plugin: 'draft-and-publish',
  description: 'Which version to read or to write: published (what is left out means), or draft',
  on: ['find', 'findOne', 'create', 'update', 'delete'],
  parse(raw) {
    if (raw === 'draft' || raw === 'published') return raw;
    throw draftErrors.STATUS_INVALID(JSON.stringify(raw));
  },
  apply(request, status) {
    request.axes = { ...request.axes, ...showing(status) };
  },
  graphql: { type: 'PublicationStatus', on: hasStatus },
  openapi: { type: 'string', enum: ['draft', 'published'] },
};

// The parameter `status`. It is valid on every type: a type without drafts passes it to populated relations.
import type { ParamDefinition } from '../../core';
import { draftErrors } from './errors';
import { type Status, showing } from './status';

export const statusParam: ParamDefinition<Status> = {
  name: 'status',
  description: 'The version to read or write: published (the default) or draft',
  on: ['find', 'findOne', 'create', 'update', 'delete'],
  parse(raw) {
    if (raw === 'draft' || raw === 'published') return raw;
    throw draftErrors.STATUS_INVALID(JSON.stringify(raw));
  },
  apply(request, status) {
    request.axes = { ...request.axes, ...showing(status) };
  },
  graphql: {
    type: 'PublicationStatus',
    values: { DRAFT: 'draft', PUBLISHED: 'published' },
    default: 'PUBLISHED',
    on: () => true,
  },
  openapi: { type: 'string', enum: ['draft', 'published'] },
};

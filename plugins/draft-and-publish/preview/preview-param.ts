// The parameter `preview`: the secret of a preview link. It reads the draft; preview-access.ts says whose.
import { coreErrors, type ParamDefinition } from '../../../core';
import { hasStatus, showing } from '../status';
import type { PreviewOf } from './preview-access';

/** Types without drafts ignore it. */
export const createPreviewParam = (previewOf: PreviewOf): ParamDefinition<unknown> => ({
  name: 'preview',
  description: 'The token of a preview link: shows the draft of its document',
  on: ['findOne'],
  parse: (raw) => raw,
  apply(request, _token, type) {
    if (!hasStatus(type)) return;
    if (!previewOf(request.caller, type)) throw coreErrors.DOCUMENT_NOT_FOUND();
    request.axes = { ...request.axes, ...showing('draft') };
  },
  openapi: { type: 'string' },
});

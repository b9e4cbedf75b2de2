// The parameter `preview`: the secret of a preview link. It reads the draft; preview-access.ts says whose.
import { coreErrors, only, type ParamDefinition } from '../../../core';
import { hasStatus, parallelAxes, showing } from '../status';
import type { PreviewOf } from './preview-access';

/** Types without drafts ignore it. */
export const createPreviewParam = (previewOf: PreviewOf): ParamDefinition<unknown> => ({
  name: 'preview',
  description: 'The token of a preview link: shows the draft of its document',
  on: ['findOne'],
  parse: (raw) => raw,
  apply(request, _token, type) {
    if (!hasStatus(type)) return;
    const shown = previewOf(request.caller, type);
    if (!shown) throw coreErrors.DOCUMENT_NOT_FOUND();
    const unkeyed = parallelAxes(type).filter(({ outputKey }) => outputKey === undefined);
    const bound = unkeyed.map(({ name }) => [name, only(shown.axes[name] ?? '')]);
    request.axes = { ...request.axes, ...Object.fromEntries(bound), ...showing('draft') };
  },
  openapi: { type: 'string' },
});

// The parameter `preview`: the secret of a preview link. It reads the draft; preview-access.ts says whose.
import type { ParamDefinition } from '../../../core';
import { showing } from '../status';

export const previewParam: ParamDefinition<string> = {
  name: 'preview',
  description: 'The token of a preview link: shows the draft of its document',
  on: ['findOne'],
  parse: (raw) => String(raw),
  apply(request) {
    request.axes = { ...request.axes, ...showing('draft') };
  },
  openapi: { type: 'string' },
};

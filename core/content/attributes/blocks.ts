// `blocks`: a list of block nodes of structured rich text. Keys that we do not know are kept.
import * as check from '../../kernel/check/checks';
import type { ScalarType } from './attribute-type';
import { checkBlocks } from './families/block-nodes';
import { jsonTextFacts, parseJson } from './families/json-text';
import type { NoOptions } from './families/moment-type';
import { refuseType } from './families/value-issues';

export const blocksType: ScalarType<NoOptions> = {
  ...jsonTextFacts,
  kind: 'scalar',
  name: 'blocks',
  options: check.object({}),
  textKey: 'text',
  parse(input, _options, at) {
    if (!Array.isArray(input)) return refuseType(at, 'array', input);
    // First: too deep nesting is refused before the tree is walked.
    const text = parseJson(input, at);
    if (text === null) return null;
    return checkBlocks(input, at) ? text : null;
  },
  check: () => undefined,
  openapi: () => ({
    type: 'array',
    items: {
      type: 'object',
      properties: { type: { type: 'string' }, children: { type: 'array', items: { type: 'object' } } },
      required: ['type', 'children'],
    },
  }),
};

// `json`: any JSON value.
import * as check from '../../kernel/check/checks';
import type { ScalarType } from './attribute-type';
import { jsonTextFacts, parseJson } from './families/json-text';
import type { NoOptions } from './families/moment-type';

export const jsonType: ScalarType<NoOptions> = {
  ...jsonTextFacts,
  kind: 'scalar',
  name: 'json',
  options: check.object({}),
  parse: (input, _options, at) => parseJson(input, at),
  check: () => undefined,
  openapi: () => ({}),
};

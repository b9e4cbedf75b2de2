// `array`: a JSON list of strings, numbers and booleans.
import * as check from '../../kernel/check/checks';
import type { ScalarType } from './attribute-type';
import { textFilterValue } from './families/filter-values';
import { jsonTextFacts, parseJson } from './families/json-text';
import type { NoOptions } from './families/moment-type';
import { placeOf, refuse, refuseType } from './families/value-issues';

const isScalar = (item: unknown): boolean =>
  typeof item === 'string' ||
  typeof item === 'boolean' ||
  (typeof item === 'number' && Number.isFinite(item));

export const arrayType: ScalarType<NoOptions> = {
  ...jsonTextFacts,
  kind: 'scalar',
  name: 'array',
  options: check.object({}),
  parse(input, _options, at) {
    if (!Array.isArray(input)) return refuseType(at, 'array', input);
    const wrong = input.flatMap((item, index) => (isScalar(item) ? [] : [index]));
    for (const index of wrong) {
      const place = { ...at, path: [...at.path, index] };
      refuse(place, `${placeOf(place)} must be a string, a number or a boolean`, input[index]);
    }
    return wrong.length > 0 ? null : parseJson(input, at);
  },
  check: () => undefined,
  filter: { kind: 'list', parse: textFilterValue },
  openapi: () => ({ type: 'array', items: { type: ['string', 'number', 'boolean'] } }),
};

// For tests: a parallel axis and an axis of stages, with one parameter each. The core knows neither.

import { Registry } from '../../kernel/registry/registry';
import { ANY, type AxisDefinition, only } from '../model/compiled/axis';
import type { ParamDefinition } from '../query/params';

export const AUDIENCE: AxisDefinition = {
  name: 'audience',
  column: 'audience',
  kind: 'parallel',
  store: { kind: 'text', length: 20 },
  base: () => 'all',
  defaultValue: () => 'all',
  any: true,
  outputKey: 'audience',
  pin: 'select',
};

/** `work` is the working row, `shown` the shown one. */
export const PHASE: AxisDefinition = {
  name: 'phase',
  column: 'phase',
  store: { kind: 'enum', values: ['work', 'shown'] },
  kind: 'stages',
  working: 'work',
  base: () => 'shown',
  defaultValue: () => 'shown',
  any: false,
  pin: 'restrict',
};

/** `audience` and `phase` as parameters; `*` names all values. */
export function axisParams(): Registry<ParamDefinition> {
  const params = new Registry<ParamDefinition>('parameter');
  for (const { name } of [AUDIENCE, PHASE])
    params.add({
      name,
      description: name,
      on: ['find', 'findOne', 'create', 'update', 'delete'],
      parse: String,
      apply(request, value) {
        request.axes = { ...request.axes, [name]: value === '*' ? ANY : only(value) };
      },
      openapi: {},
    } satisfies ParamDefinition<string>);
  return params;
}

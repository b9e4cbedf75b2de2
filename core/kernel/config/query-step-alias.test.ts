import { runCheck } from '../check/check';
import { apiConfig } from './api-config';
import { middlewaresConfig } from './middlewares-config';
import { withQueryStep } from './query-step-alias';

const api = runCheck(apiConfig, {}).value;
const withStep = (entry: unknown) => withQueryStep(api, runCheck(middlewaresConfig, [entry]).value);

describe('the step "query" of config/middlewares', () => {
  it('sets the limits of config/api, with a warning for each', () => {
    const config = { arrayLimit: 150, depth: 20, parameters: 2000 };
    const { api: changed, warnings } = withStep({ name: 'query', config });
    expect(changed.limits).toEqual({ ...api.limits, ...config, conditions: 2000 });
    expect(warnings).toHaveLength(3);
    expect(warnings[0]).toBe(
      'config/middlewares: "arrayLimit" of the step "query" is deprecated; write "limits": { "arrayLimit": 150 } in config/api',
    );
  });

  it.each([
    ['it has no configuration', 'query'],
    ['it has no limit', { name: 'query', config: {} }],
    ['it is disabled', { name: 'query', enabled: false, config: { arrayLimit: 150 } }],
    ['another step has the key', { name: 'body', config: { arrayLimit: 150 } }],
  ])('changes nothing when %s', (_when, entry) => {
    const { api: same, warnings } = withStep(entry);
    expect([same.limits, warnings]).toEqual([api.limits, []]);
  });
});

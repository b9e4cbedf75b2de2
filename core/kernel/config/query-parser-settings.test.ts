import { runCheck } from '../check/check';
import { apiConfig } from './api-config';
import { middlewaresConfig } from './middlewares-config';
import { withQueryStepLimits } from './query-parser-settings';

const api = runCheck(apiConfig, {}).value;
const limitsWith = (entry: unknown): unknown =>
  withQueryStepLimits(api, runCheck(middlewaresConfig, [entry]).value).limits;

describe('limits of config/api', () => {
  it('rise with the limits of the query step', () => {
    const config = { arrayLimit: 150, depth: 120, parameters: 2000 };
    expect(limitsWith({ name: 'query', config })).toMatchObject({
      arrayLimit: 150,
      depth: 120,
      conditions: 2000,
    });
  });

  it.each([
    ['the step has no configuration', 'query'],
    ['the step has a lower limit', { name: 'query', config: { arrayLimit: 10 } }],
    ['the step is disabled', { name: 'query', enabled: false, config: { arrayLimit: 150 } }],
    ['another step has the key', { name: 'body', config: { arrayLimit: 150 } }],
  ])('stay when %s', (_when, entry) => {
    expect(limitsWith(entry)).toMatchObject({ arrayLimit: 100, depth: 100 });
  });
});

import { runCheck } from '../check/check';
import { apiConfig } from './api-config';
import { heedQueryParser } from './heed-query-parser';
import { middlewaresConfig } from './middlewares-config';

const api = runCheck(apiConfig, {}).value;
const limitsWith = (entry: unknown): unknown =>
  heedQueryParser(api, runCheck(middlewaresConfig, [entry]).value).limits;

describe('limits of queries', () => {
  it('are raised with those of the query step', () => {
    expect(limitsWith({ name: 'query', config: { arrayLimit: 150, depth: 120 } })).toMatchObject({
      arrayLimit: 150,
      depth: 120,
    });
  });

  it.each([
    ['the step has no configuration', 'query'],
    ['the step lowers its own', { name: 'query', config: { arrayLimit: 10 } }],
    ['the step is off', { name: 'query', enabled: false, config: { arrayLimit: 150 } }],
    ['the step is another', { name: 'body', config: { arrayLimit: 150 } }],
  ])('stay when %s', (_when, entry) => {
    expect(limitsWith(entry)).toMatchObject({ arrayLimit: 100, depth: 100 });
  });
});

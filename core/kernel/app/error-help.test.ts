import { createErrorHelp } from './error-help';

it('names the heading of a code', () => {
  expect(createErrorHelp()('SERVER_BUSY')).toBe('docs/errors.md#server_busy');
  expect(createErrorHelp()('CODE_OF_A_PLUGIN')).toBeUndefined();
});

it('has no help where the page is missing', () => {
  expect(createErrorHelp(undefined, '/missing/errors.md')('SERVER_BUSY')).toBeUndefined();
});

import { readOptions } from './options';

describe('--declare', () => {
  const url = ['--url', 'http://localhost:1337'];

  it('takes capabilities of the deployment at --url', () => {
    expect(readOptions([...url, '--declare', 'graphql,-drafts'], {}).declared).toEqual([
      'graphql',
      '-drafts',
    ]);
  });

  it.each([
    ['without --url', ['--declare=-i18n'], '--declare needs --url'],
    ['of an unknown capability', [...url, '--declare', 'locales'], 'not "locales"'],
    ['of a separate start', [...url, '--declare', 'config'], 'not "config"'],
    ['of tokens without tokens', [...url, '--declare', 'tokens'], 'needs --token and --token-read-only'],
  ])('is refused %s', (_name, args, message) => {
    expect(() => readOptions(args, {})).toThrow(message);
  });
});

describe('--random', () => {
  it('is refused with options of rows', () => {
    for (const more of [['--read-only'], ['--json', 'a.json'], ['--only', 'rest']])
      expect(() => readOptions(['--random', '9', ...more], {})).toThrow(
        `--random checks no rows, so it does not take ${more[0]}`,
      );
  });
});

it('--skip-needs takes capabilities', () => {
  expect(readOptions(['--skip-needs', 'config,files'], {}).skipNeeds).toEqual(['config', 'files']);
  expect(() => readOptions(['--skip-needs', 'configs'], {})).toThrow('not "configs"');
});

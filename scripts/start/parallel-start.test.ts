// Eight processes that start at once on an empty database all serve. `npm run torture -- --only starts` repeats this 20 times.
import { removeFolders } from '../../core/kernel/cli/testing-command-line';
import { testDatabases } from '../../core/testing/databases';
import { startTogether } from './start-together';

afterAll(removeFolders);

test.each(testDatabases())(
  'eight processes that start at once on an empty %s database all serve',
  async (client) => {
    expect(await startTogether(client)).toEqual([]);
  },
  120_000,
);

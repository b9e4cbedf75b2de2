// t: the same requests with every built-in plugin enabled except `upload`, against `rest` alone. Anonymous callers have the permissions
// of the public role. The answers differ in `publishedAt`.
import { compareReads } from './same-reads';
import { type Scenario, skippedFigure } from './scenario';

const bounds = { target: 1.15, failAbove: 1.4 } as const;

export const ALL_PLUGINS: Scenario = {
  letter: 't',
  title: 'all plugins on',
  async run(bench) {
    if (bench.self) return [skippedFigure('t', 'all plugins', bounds, 'the limit has no plugins')];
    const deployment = await bench.deployment(bench.rows);
    return compareReads(bench, { letter: 't', word: 'all plugins', bounds }, [
      await deployment.allPlugins(),
      await deployment.application(),
    ]);
  },
};

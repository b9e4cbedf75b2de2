// B: what the plugin metrics adds to a request.
import { sideBySide } from '../measure/side-by-side';
import { ONE_OF_HUNDRED } from './same-reads';
import { type Figure, type Scenario, skippedFigure } from './scenario';

const CASE = {
  scenario: 'B',
  label: 'GET one: µs that metrics add',
  unit: 'µs',
  target: 2,
  failAbove: 5,
} as const;

export const METRICS: Scenario = {
  letter: 'B',
  title: 'metrics of requests, against none',
  async run(bench): Promise<Figure[]> {
    if (bench.self) return [skippedFigure('B', CASE.label, CASE, 'the limit has no plugins')];
    const deployment = await bench.deployment(bench.rows);
    bench.note(`B: ${CASE.label}`);
    const servers = [await deployment.withMetrics(), await deployment.application()];
    const sides = servers.map((server) => ({ server, requests: ONE_OF_HUNDRED }));
    const [measured, plain] = await sideBySide(bench.load, sides, bench.rounds);
    const [ours, limit] = [measured?.micros ?? Number.NaN, plain?.micros ?? Number.NaN];
    return [{ ...CASE, ours, limit, judged: ours - limit }];
  },
};

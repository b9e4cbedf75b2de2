// k and l: the costs of the process itself. They have fixed bounds instead of a limit.
import { pause } from '../app/processes';
import { median } from '../measure/median';
import { residentOf } from '../measure/process-figures';
import { POPULATED } from '../paths';
import { plainFigure, ratioFigure, type Scenario } from './scenario';

const STARTS = 9;
/** The limit is a node server that does nothing. */
const allPlugins = { label: 'spawn to first 200, all plugins', target: 1.75, failAbove: 6 } as const;

export const START: Scenario = {
  letter: 'k',
  title: 'spawn to first 200',
  async run(bench) {
    const deployment = await bench.deployment(bench.rows);
    const kinds = [
      deployment.anotherApplication,
      ...(bench.self ? [] : [deployment.anotherWithAllPlugins, deployment.bareServer]),
    ];
    const seconds = kinds.map((): number[] => []);
    for (let i = 0; i < STARTS; i++)
      for (const [index, start] of kinds.entries()) {
        const server = await start();
        seconds[index]?.push(server.startSeconds);
        await server.stop();
      }
    const [own = Number.NaN, all = Number.NaN, bare = Number.NaN] = seconds.map(median);
    const figure = {
      scenario: 'k',
      label: 'spawn to first 200',
      unit: 's',
      target: 0.4,
      failAbove: 0.8,
    } as const;
    const figures = [plainFigure(figure, own)];
    if (!bench.self) figures.push(ratioFigure({ ...figure, ...allPlugins }, all, bare));
    return figures;
  },
};

const IDLE_AFTER = 3_000;
const LOADED_FOR = 8_000;
const SAMPLE = 100;

export const MEMORY: Scenario = {
  letter: 'l',
  title: 'resident memory, idle and under load',
  async run(bench) {
    const server = await (await bench.deployment(bench.rows)).anotherApplication();
    const { pid } = server;
    if (pid === null) return [];
    try {
      await pause(IDLE_AFTER);
      const idle = residentOf(pid);
      let most = idle;
      const timer = setInterval(() => {
        most = Math.max(most, residentOf(pid));
      }, SAMPLE);
      const requests = [{ method: 'GET', path: POPULATED } as const];
      await bench.load
        .run({ target: server.target, requests, connections: 8, milliseconds: LOADED_FOR })
        .finally(() => clearInterval(timer));
      return [
        plainFigure({ scenario: 'l', label: 'memory, idle', unit: 'MB', target: 90, failAbove: 120 }, idle),
        plainFigure(
          { scenario: 'l', label: 'memory, under load', unit: 'MB', target: 130, failAbove: 200 },
          most,
        ),
      ];
    } finally {
      await server.stop();
    }
  },
};

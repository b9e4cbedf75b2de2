// k and l: the costs of the process itself. They have fixed bounds instead of a limit.
import { pause } from '../app/processes';
import { median } from '../measure/median';
import { residentOf } from '../measure/process-figures';
import { POPULATED } from '../paths';
import { plainFigure, type Scenario } from './scenario';

const STARTS = 9;

export const START: Scenario = {
  letter: 'k',
  title: 'spawn to first 200',
  async run(bench) {
    const deployment = await bench.deployment(bench.rows);
    const seconds: number[] = [];
    for (let i = 0; i < STARTS; i++) {
      const server = await deployment.anotherApplication();
      seconds.push(server.startSeconds);
      await server.stop();
    }
    const figure = {
      scenario: 'k',
      label: 'spawn to first 200',
      unit: 's',
      target: 0.4,
      failAbove: 0.8,
    } as const;
    return [plainFigure(figure, median(seconds))];
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

// Eight processes start at once on an empty database, again and again. All of them must serve.
import { removeFolders } from '../../core/kernel/cli/testing-command-line';
import { startTogether } from '../start/start-together';
import type { Scenario } from './scenario';

const ROUNDS = 20;

export const starts: Scenario = {
  name: 'starts',
  summary: 'eight processes that start at once on an empty database all serve',
  on: ['sqlite', 'mysql', 'postgres'],
  isLong: true,
  async run({ client, note }) {
    const faults: string[] = [];
    try {
      for (let round = 1; round <= ROUNDS; round++) {
        for (const fault of await startTogether(client)) faults.push(`round ${round}: ${fault}`);
        if (round % 5 === 0) note(`${round} rounds, ${faults.length} faults`);
      }
    } finally {
      removeFolders();
    }
    return { summary: `${ROUNDS} rounds of eight processes`, faults };
  },
};

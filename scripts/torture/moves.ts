// Kills `quire import-strapi` at random moments and repeats it: the tables and the files are those of an import in one run.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examine } from '../../core/testing/examine';
import { type Ended, runImportIn } from './import-process';
import type { Step } from './import-steps';
import { MOVED, type MovedSource, makeSource } from './moved';
import type { Scenario, Torture } from './scenario';
import { tableTexts } from './table-texts';
import { type Opened, withApplication } from './test-application';

const MOMENTS = 5;

export const moves: Scenario = {
  name: 'moves',
  summary: 'an import from Strapi, killed at random moments and repeated, is that of one run',
  on: ['sqlite', 'mysql', 'postgres'],
  async run(torture) {
    const folder = mkdtempSync(join(tmpdir(), 'quire-torture-move-'));
    try {
      return await runAll(torture, await makeSource(folder));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function runAll({ client, kills, note }: Torture, source: MovedSource) {
  const { steps, state: whole } = await withApplication(MOVED, client, async (opened) => {
    const ended = await importInto(opened, source, null);
    return { steps: ended.steps, state: await stateOf(opened, client) };
  });
  const random = (): Step => randomStep(steps);
  const rounds = Array.from({ length: Math.min(kills, MOMENTS) }, () => [random()]);
  // One import that does not come to its end in five runs.
  rounds.push(Array.from({ length: MOMENTS }, random));
  const faults: string[] = [];
  let count = 0;
  for (const round of rounds) {
    const words = round.map(({ kind, number }) => `${kind} ${number}`).join(', ');
    const found = await withApplication(MOVED, client, async (opened) => {
      for (const step of round) if ((await importInto(opened, source, step)).wasKilled) count += 1;
      const { code, lines } = await importInto(opened, source, null);
      const state = await stateOf(opened, client);
      return [
        ...(code === 0 ? [] : [`the repeat ended with ${code}: ${lines.join(' ')}`]),
        ...differences(whole, state),
        ...(await examine(opened.kernel)),
      ];
    });
    faults.push(...found.map((fault) => `killed at ${words}: ${fault}`));
    note(`killed at ${words}: ${found.length === 0 ? 'the same' : 'different'}`);
  }
  if (count < kills && count < MOMENTS)
    faults.push(`only ${count} imports were killed: the run proves little`);
  return { summary: `${count} kills in ${rounds.length} imports, then the same tables and files`, faults };
}

const importInto = (opened: Opened, { database, uploads }: MovedSource, until: Step | null): Promise<Ended> =>
  runImportIn(opened, {
    application: 'moved',
    words: ['import-strapi', database, '--files', uploads, '--into-non-empty'],
    until,
  });

/** All steps are as likely. */
function randomStep(steps: Ended['steps']): Step {
  const kinds = Object.entries(steps) as [Step['kind'], number][];
  let at = Math.floor(Math.random() * kinds.reduce((sum, [, count]) => sum + count, 0));
  for (const [kind, count] of kinds) {
    if (at < count) return { kind, number: at + 1 };
    at -= count;
  }
  throw new Error('an import without steps');
}

type State = ReadonlyMap<string, string>;

/** The rows of all tables, and the bytes of all files. */
async function stateOf({ kernel, dir }: Opened, client: Torture['client']): Promise<State> {
  await kernel.start();
  const state = new Map(await tableTexts(kernel, client));
  const folder = join(dir, 'public', 'uploads');
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    // A partial file is removed after a day: another process may write it.
    if (name.startsWith('.partial-')) continue;
    const digest = createHash('sha256').update(readFileSync(join(folder, name)));
    state.set(`file ${name}`, digest.digest('hex'));
  }
  return state;
}

function differences(whole: State, state: State): string[] {
  return [...new Set([...whole.keys(), ...state.keys()])].flatMap((name) => {
    const [one, other] = [whole.get(name), state.get(name)];
    if (one === other) return [];
    if (one === undefined || other === undefined)
      return [`${name}: only the ${one === undefined ? 'repeated' : 'single'} run has it`];
    const lines = new Set(one.split('\n'));
    const more = other.split('\n').filter((line) => !lines.has(line));
    return [`${name} differs: ${more.slice(0, 2).join(' ') || 'rows are missing'}`];
  });
}

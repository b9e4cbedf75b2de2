// Kills processes at ten moments of an import. The import is whole or absent, and a repeat ends it: the archive of the result has the
// same bytes. Three more kills come while the bytes of files are replaced, after the commit.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../core/testing';
import { examine } from '../../core/testing/examine';
import { type Ended, runImportIn } from './import-process';
import type { Step, StepKind } from './import-steps';
import { PAGE } from './pages';
import { killedWhileReplacing, REPLACING } from './replaced-files';
import type { Scenario, Torture } from './scenario';
import { COUNTS, FILE, fillShelves, SHELVES, TOPIC } from './shelves';
import { type Opened, withApplication } from './test-application';

const MOMENTS = 10;
const EXPECTED: Readonly<Record<string, number>> = {
  [PAGE]: COUNTS.pages,
  [TOPIC]: COUNTS.topics,
  [FILE]: COUNTS.files,
};

export const imports: Scenario = {
  name: 'imports',
  summary: 'processes killed at ten moments of an import leave it whole or absent',
  on: ['sqlite', 'mysql', 'postgres'],
  async run(torture) {
    const folder = mkdtempSync(join(tmpdir(), 'quire-torture-import-'));
    try {
      return await runAll(torture, join(folder, 'first.tar.gz'));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

async function runAll({ client, kills, note }: Torture, archive: string) {
  await withApplication(SHELVES, 'sqlite', async ({ kernel }) => {
    await kernel.listen();
    await fillShelves(kernel);
    await command(kernel, 'export', archive);
  });
  const { steps } = await withApplication(SHELVES, client, (opened) => importIn(opened, archive, null));
  const faults: string[] = [];
  const outcomes = { whole: 0, absent: 0 };
  // Each round starts two processes. Fewer moments are spread over all of them.
  const all = momentsOf(steps);
  const count = Math.max(2, Math.min(Math.ceil(kills / 3), MOMENTS));
  const chosen = new Set(
    Array.from({ length: count }, (_, at) => Math.round((at * (MOMENTS - 1)) / (count - 1))),
  );
  const moments = all.filter((_, at) => chosen.has(at));
  for (const moment of moments) {
    const { words, found, state } = await killedNear(moment, (step) =>
      withApplication(SHELVES, client, (opened) => killed(opened, archive, step)),
    );
    if (state !== null) outcomes[state] += 1;
    faults.push(...found.map((fault) => `killed at ${words}: ${fault}`));
    note(`killed at ${words}: ${state ?? 'broken'}`);
  }
  for (const step of REPLACING) {
    const found = await withApplication(SHELVES, client, (opened) =>
      killedWhileReplacing(opened, archive, step),
    );
    faults.push(...found.map((fault) => `killed at replaced file ${step.number}: ${fault}`));
    note(`killed at replaced file ${step.number}: ${found.length === 0 ? 'repeated' : 'broken'}`);
  }
  if (outcomes.absent === 0) faults.push('no import was absent: the run proves little');
  const { whole, absent } = outcomes;
  return {
    summary: `${moments.length} kills: ${absent} absent, ${whole} whole, then the same bytes; ${REPLACING.length} more while files are replaced`,
    faults,
  };
}

/** The end of the last transaction comes first: the bytes of files that were there are replaced after it. */
function momentsOf({ file, statement, transaction }: Ended['steps']): Step[] {
  const among = (kind: StepKind, count: number, of: number): Step[] =>
    Array.from({ length: of }, (_, at) => ({ kind, number: 1 + Math.round((at * (count - 1)) / (of - 1)) }));
  return [
    { kind: 'transaction', number: transaction },
    ...among('statement', statement, 6),
    ...among('file', file, 3),
  ];
}

interface Killed {
  readonly found: readonly string[];
  readonly state: 'whole' | 'absent' | null;
}

/** Work beside the import makes statements, too, so their number differs a little from one run to the next. */
async function killedNear({ kind, number }: Step, kill: (step: Step) => Promise<Killed | null>) {
  for (const part of [1, 0.95, 0.85]) {
    const step = { kind, number: Math.max(1, Math.floor(number * part)) };
    const result = await kill(step);
    if (result) return { ...result, words: `${kind} ${step.number}` };
  }
  return { words: `${kind} ${number}`, found: ['the process ended by itself'], state: null };
}

/** null: the import ended before the moment. */
async function killed(opened: Opened, archive: string, moment: Step): Promise<Killed | null> {
  const found: string[] = [];
  const first = await importIn(opened, archive, moment);
  if (!first.wasKilled) return null;
  const { kernel } = opened;
  await kernel.start();
  const counts = await countsIn(opened);
  const isWhole = Object.entries(EXPECTED).every(([uid, count]) => counts[uid] === count);
  const isAbsent = Object.values(counts).every((count) => count === 0);
  if (!isWhole && !isAbsent) found.push(`half of it is here: ${JSON.stringify(counts)}`);
  found.push(...(await examine(kernel)));
  if (isAbsent) {
    const again = await runCommand(kernel, ['import', archive]);
    if (again.code !== 0) found.push(`the repeat failed: ${again.lines.join(' ')}`);
  }
  const second = `${archive}.again`;
  await command(kernel, 'export', second);
  if (!readFileSync(second).equals(readFileSync(archive))) found.push('its archive has other bytes');
  rmSync(second);
  const names = filesIn(opened.dir);
  if (names.length !== COUNTS.files) found.push(`the storage has ${names.length} files: ${names.join(' ')}`);
  found.push(...(await examine(kernel)));
  return { found, state: isWhole ? 'whole' : isAbsent ? 'absent' : null };
}

/** A partial file is removed after a day: another process may write it. */
const filesIn = (dir: string): string[] => {
  const folder = join(dir, 'public', 'uploads');
  return existsSync(folder) ? readdirSync(folder).filter((name) => !name.startsWith('.partial-')) : [];
};

async function countsIn({ kernel }: Opened): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const uid of Object.keys(EXPECTED)) {
    const all = await kernel.documents(uid).findMany({ fields: ['documentId'], status: 'draft' } as never);
    counts[uid] = (all as readonly unknown[]).length;
  }
  return counts;
}

async function command(kernel: Opened['kernel'], ...words: string[]): Promise<void> {
  const { code, lines } = await runCommand(kernel, words);
  if (code !== 0) throw new Error(`quire ${words.join(' ')} ended with ${code}: ${lines.join(' ')}`);
}

const importIn = (opened: Opened, archive: string, until: Step | null): Promise<Ended> =>
  runImportIn(opened, { application: 'shelves', words: ['import', archive], until });

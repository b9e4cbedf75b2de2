// The plan of definition files that are not written yet: `quire migrate plan --with` in a process of its own, because hooks of plugins see
// each content type once in a process.
import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Infer, runCheck } from '../../kernel/check/check';
import { array, integer, object, oneOf, optional, string } from '../../kernel/check/checks';
import { EXIT } from '../../kernel/cli/command';
import type { UnwrittenFiles } from '../model/read/folders';

const MAIN = join(__dirname, '..', '..', 'main.js');
const LONGEST = 120_000;
const MOST_BYTES = 16 * 1024 * 1024;

const open = { open: true } as const;
const mistakes = array(object({ where: string(), at: optional(string()), message: string() }, open));
const steps = array(
  object(
    {
      id: optional(string()),
      effect: oneOf('safe', 'asked', 'lossy', 'unused', 'blocked', 'wrong'),
      sentence: string(),
      lost: integer(),
      broken: integer(),
    },
    open,
  ),
);
const answer = object(
  { steps: optional(steps), warnings: optional(mistakes), mistakes: optional(mistakes) },
  open,
);

export type FileMistakes = Infer<typeof mistakes>;
export type FilesPlan =
  | { readonly mistakes: FileMistakes }
  | { readonly steps: Infer<typeof steps>; readonly warnings: FileMistakes };

export async function planUnwritten(dir: string, unwritten: UnwrittenFiles): Promise<FilesPlan> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-plan-'));
  try {
    const file = join(folder, 'texts.json');
    writeFileSync(file, JSON.stringify(Object.fromEntries(unwritten)), { mode: 0o600 });
    return planOf(await run(['migrate', 'plan', '--json', '--dir', dir, '--with', file]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

const run = (args: readonly string[]): Promise<Ended> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [...process.execArgv.filter((flag) => !flag.startsWith('--inspect')), MAIN, ...args],
      { timeout: LONGEST, maxBuffer: MOST_BYTES },
      (error, output, errors) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
        resolve({ code, output, errors: errors || (error?.message ?? '') });
      },
    );
  });

function planOf({ code, output, errors }: Ended): FilesPlan {
  const found = [EXIT.ok, EXIT.failed, EXIT.pending].some((known) => known === code) ? parsed(output) : null;
  if (found?.mistakes) return { mistakes: found.mistakes };
  if (found?.steps) return { steps: found.steps, warnings: found.warnings ?? [] };
  const message = errors.trim().slice(-2000) || `it ended with the exit code ${code}`;
  return { mistakes: [{ where: 'quire migrate plan', at: undefined, message }] };
}

/** Code of the application may print lines before the JSON. */
function parsed(output: string): Infer<typeof answer> | null {
  const lines = output.split('\n');
  try {
    const { value, issues } = runCheck(answer, JSON.parse(lines.slice(lines.lastIndexOf('{')).join('\n')));
    return issues.length === 0 ? value : null;
  } catch {
    return null;
  }
}

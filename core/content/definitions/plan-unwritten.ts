// The plan of definition files that are not written yet: `quire migrate plan --with` in a process of its own, because hooks of plugins see
// each content type once in a process. It compares with the database of this process.
import type { Kernel } from '../../kernel/app/app';
import { GIVEN } from '../../kernel/app/load-plugins';
import { type Infer, runCheck } from '../../kernel/check/check';
import { array, integer, isPlainObject, object, oneOf, optional, string } from '../../kernel/check/checks';
import { EXIT } from '../../kernel/cli/command';
import type { UnwrittenFiles } from '../model/read/folders';
import { type Ended, runChild } from './run-child';

/** Milliseconds. */
const LONGEST = 120_000;

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
/** `failure`: there is no plan, and the files are not the reason. */
export type FilesPlan =
  | { readonly mistakes: FileMistakes }
  | { readonly failure: string }
  | { readonly steps: Infer<typeof steps>; readonly warnings: FileMistakes };

type Running = Pick<Kernel, 'dir' | 'config' | 'variables' | 'overrides' | 'plugins'>;

export async function planUnwritten(
  kernel: Running,
  unwritten: UnwrittenFiles,
  limit = LONGEST,
): Promise<FilesPlan> {
  const failure = whyElsewhere(kernel);
  if (failure !== null) return { failure };
  const { dir, config, variables, overrides } = kernel;
  const input = {
    files: Object.fromEntries(unwritten),
    env: variables,
    // Also when config/database has changed since the start.
    overrides: { ...overrides, database: config.database },
  };
  const args = ['migrate', 'plan', '--json', '--dir', dir, '--with', '-'];
  return planOf(await runChild(args, JSON.stringify(input), limit));
}

/** Why another process has no such application or no such database; null: it has both. */
function whyElsewhere({ config: { database }, overrides, plugins }: Running): string | null {
  if (database.client === 'sqlite' && database.filename === ':memory:')
    return 'The database is in the memory of this process, and a plan needs a process of its own. Set database.filename to a file.';
  const given = plugins.find(({ source }) => source === GIVEN);
  if (given)
    return `The program passes the plugin "${given.name}" to createKernel, and a plan needs a process of its own. Name the plugin in config/plugins.`;
  const place = placeOfCode(overrides, 'overrides');
  if (place !== null)
    return `${place} of createKernel is not JSON, and a plan needs a process of its own. Set the value in a configuration file.`;
  return null;
}

/** The first value that JSON does not keep. */
function placeOfCode(value: unknown, place: string): string | null {
  if (Array.isArray(value) || isPlainObject(value)) {
    for (const [key, part] of Object.entries(value)) {
      const found = placeOfCode(part, `${place}.${key}`);
      if (found !== null) return found;
    }
    return null;
  }
  return value === null || ['undefined', 'string', 'boolean', 'number'].includes(typeof value) ? null : place;
}

function planOf({ code, output, errors, killed }: Ended): FilesPlan {
  const isKnown = [EXIT.ok, EXIT.failed, EXIT.pending].some((known) => known === code);
  const found = killed === null && isKnown ? parsed(output) : null;
  if (found?.mistakes) return { mistakes: found.mistakes };
  if (found?.steps) return { steps: found.steps, warnings: found.warnings ?? [] };
  const reason = killed ?? `it ended with the exit code ${code}`;
  const printed = errors.trim().slice(-2000);
  return { failure: `quire migrate plan: ${reason}${printed === '' ? '' : `:\n${printed}`}` };
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

// The application of a command, with definition files that are not written yet (`--with`). Their mistakes are an answer, too.
import { readFileSync } from 'node:fs';
import type { Kernel } from '../../kernel/app/app';
import { runCheck } from '../../kernel/check/check';
import { record, string } from '../../kernel/check/checks';
import { readJsonText } from '../../kernel/check/json-text';
import { type CommandHost, type Flags, textFlag } from '../../kernel/cli/command';
import { type Mistake, StartupError } from '../../kernel/errors/startup-error';

export async function kernelOf(
  flags: Flags,
  createKernel: CommandHost['createKernel'],
): Promise<{ readonly kernel: Kernel } | { readonly mistakes: readonly Mistake[] }> {
  const path = textFlag(flags, 'with');
  try {
    const kernel = await createKernel({
      dir: textFlag(flags, 'dir') ?? process.cwd(),
      // The standard output has the JSON only.
      overrides: { server: { logs: { level: flags.json ? 'error' : 'warn' } } },
      ...(path === undefined ? {} : { unwritten: readTexts(path) }),
    });
    return { kernel };
  } catch (error) {
    if (path === undefined || !(error instanceof StartupError) || error.mistakes.length === 0) throw error;
    return { mistakes: error.mistakes };
  }
}

const TEXTS = record(string());

function readTexts(path: string): ReadonlyMap<string, string> {
  const read = readJsonText(readFileSync(path, 'utf8'));
  const { value, issues } = runCheck(TEXTS, 'value' in read ? read.value : null);
  if (issues.length > 0)
    throw new StartupError(`${path} is not a JSON object with the texts of files by path.`);
  return new Map(Object.entries(value));
}

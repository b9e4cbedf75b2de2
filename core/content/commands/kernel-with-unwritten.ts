// The application of a command, with definition files that are not written yet (`--with`). Their mistakes are an answer, too.
import type { Kernel } from '../../kernel/app/app';
import { isPlainObject } from '../../kernel/check/checks';
import { type CommandHost, type Flags, textFlag } from '../../kernel/cli/command';
import { type Mistake, StartupError } from '../../kernel/errors/startup-error';

export async function kernelOf(
  flags: Flags,
  createKernel: CommandHost['createKernel'],
): Promise<{ readonly kernel: Kernel } | { readonly mistakes: readonly Mistake[] }> {
  const path = textFlag(flags, 'with');
  // The standard output has the JSON only.
  const logs = { level: flags.json ? 'error' : 'warn' };
  const dir = textFlag(flags, 'dir') ?? process.cwd();
  if (path === undefined) return { kernel: await createKernel({ dir, overrides: { server: { logs } } }) };
  const { files, env, overrides } = await loadReader().readUnwritten(path);
  const server = isPlainObject(overrides?.server) ? overrides.server : {};
  try {
    const kernel = await createKernel({
      dir,
      ...(env ? { env } : {}),
      overrides: { ...overrides, server: { ...server, logs } },
      unwritten: new Map(Object.entries(files)),
    });
    return { kernel };
  } catch (error) {
    if (!(error instanceof StartupError) || error.mistakes.length === 0) throw error;
    return { mistakes: error.mistakes };
  }
}

const loadReader = (): typeof import('./read-unwritten') => require('./read-unwritten');

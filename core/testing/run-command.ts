// Runs a command of a plugin on a started application, for tests.
import type { Kernel } from '../kernel/app/app';
import { nearest } from '../kernel/check/checks';
import { runParsed } from '../kernel/cli/command';

export interface CommandOptions {
  /** What the command reads when it asks, in order. A further question gets an empty text. */
  readonly answers?: readonly string[];
}

export interface CommandResult {
  /** 0: it succeeded; 2: the arguments were wrong. */
  readonly code: number;
  /** The lines that it printed. */
  readonly lines: readonly string[];
}

/** `words`: those after `quire`, flags included. */
export async function runCommand(
  { commands }: Pick<Kernel, 'commands'>,
  [name = '', ...args]: readonly string[],
  { answers = [] }: CommandOptions = {},
): Promise<CommandResult> {
  const command = commands.get(name);
  if (!command) {
    const near = nearest(name, commands.names());
    throw new Error(
      `There is no command "${name}" of a plugin${near ? `; did you mean "${near}"?` : `. There are: ${commands.names().join(', ')}.`}`,
    );
  }
  const lines: string[] = [];
  const left = [...answers];
  const own = { print: (line: string) => void lines.push(line), ask: async () => left.shift() ?? '' };
  const { description, usage, flags, example } = command;
  const described = { summary: description, usage, flags: flags ?? {}, example };
  const hasNoMistake = () => null;
  const code = await runParsed(described, args, true, hasNoMistake, (given) =>
    command.run({ ...given, ...own }),
  );
  return { code: code ?? 0, lines };
}

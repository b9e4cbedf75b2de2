// A command of the command line: its flags, its help, its exit codes. Commands of plugins are parsed and described the same way.
import { parseArgs } from 'node:util';
import type { Kernel } from '../app/app';
import type { KernelOptions } from '../app/kernel';
import { thrownMessage } from '../errors/thrown';
import { note, print } from './terminal';

export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** The program behind the command line. */
export interface CommandHost {
  /** The file that a child process runs. */
  readonly main: string;
  createKernel(options: Omit<KernelOptions, 'modules'>): Promise<Kernel>;
  /** Files below the application folder that a command writes, with the arguments of that command. */
  readonly generated: readonly (readonly [file: string, args: readonly string[]])[];
  /** Commands beside those of the kernel. */
  readonly commands: Readonly<Record<string, () => Command>>;
}

export interface Command {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** `quire start [--dir PATH]` … */
  readonly usage: string;
  /** `--help` prints the flags with their descriptions. */
  readonly flags: Readonly<Record<string, FlagDefinition>>;
  /** The allowed words after the command. */
  readonly words?: readonly string[];
  /** The name of further words that may follow the first: `CHANGE`. */
  readonly more?: string;
  /** The name of the one word that must follow instead: `DIR`. */
  readonly operand?: string;
  /** Printed below the flags: exit codes, values. */
  readonly notes?: string;
  /** One call, the last line of the help. */
  readonly example: string;
  /** Mistakes in the values of flags, one line each. */
  check?(flags: Flags): readonly string[];
  /** Returns the exit code; `null` keeps the process running. */
  run(
    flags: Flags,
    word: string | undefined,
    host: CommandHost,
    more: readonly string[],
  ): Promise<number | null>;
}

/** The parts of a command that the help prints. A command of a plugin has several lines of usage. */
export interface Described {
  readonly summary: string;
  readonly usage: string | readonly string[];
  readonly flags: Command['flags'];
  readonly notes?: string;
  /** A command of a plugin may have none. */
  readonly example?: string;
}

/** The arguments of a call. */
export interface Given {
  readonly flags: Flags;
  readonly words: readonly string[];
}

export interface FlagDefinition {
  readonly type: 'string' | 'boolean';
  readonly description: string;
  /** The value in the help: `PATH`. */
  readonly value?: string;
}

export const EXIT = { ok: 0, failed: 1, usage: 2, pending: 3 } as const;

export const DIR_FLAG: FlagDefinition = {
  type: 'string',
  value: 'PATH',
  description: 'The application folder. Default: the current folder.',
};

const COMMON_FLAGS: Described['flags'] = {
  help: { type: 'boolean', description: 'Prints this help.' },
  trace: { type: 'boolean', description: 'Prints the stack trace of an error.' },
};

const flagsOf = ({ flags }: Described) => Object.entries({ ...flags, ...COMMON_FLAGS });

/** Parses the arguments and runs the command. Wrong arguments and `--help` print the help instead. */
export async function runParsed(
  command: Described,
  args: readonly string[],
  allowPositionals: boolean,
  mistakeIn: (given: Given) => string | null,
  run: (given: Given) => Promise<number | null>,
): Promise<number | null> {
  const given = parse();
  const mistake = typeof given === 'string' ? given : given.flags.help ? null : mistakeIn(given);
  if (mistake !== null) {
    note(`${mistake}\n\n${helpOf(command)}`);
    return EXIT.usage;
  }
  if (typeof given !== 'string' && !given.flags.help) return run(given);
  print(helpOf(command));
  return EXIT.ok;

  function parse(): Given | string {
    const options = Object.fromEntries(flagsOf(command).map(([name, { type }]) => [name, { type }]));
    try {
      const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals });
      return { flags: values as Flags, words: positionals };
    } catch (error) {
      return thrownMessage(error);
    }
  }
}
export const textFlag = (flags: Flags, name: string): string | undefined => {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
};

export function helpOf(command: Described): string {
  const flags = flagsOf(command).map(([name, { value, description }]): [string, string] => [
    `--${name}${value ? ` ${value}` : ''}`,
    description,
  ]);
  return [
    command.summary,
    '',
    ...[command.usage].flat().map((line) => `  ${line}`),
    '',
    ...columns(flags),
    ...(command.notes ? ['', command.notes] : []),
    ...(command.example ? ['', `Example: ${command.example}`] : []),
  ].join('\n');
}

/** Two columns; the first has the width of its longest entry. */
export function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd());
}

// What a command of the command line is, and what it may do with a terminal.
import type { ParseArgsConfig } from 'node:util';

export type Flags = Readonly<Record<string, string | boolean | undefined>>;

export interface Command {
  readonly name: string;
  /** One line, for the list of commands. */
  readonly summary: string;
  /** `quire start [--dir PATH]` … */
  readonly usage: string;
  /** Flags with what they mean; `--help` prints them. */
  readonly flags: Readonly<Record<string, FlagDefinition>>;
  /** Words after the command, each one of these; empty: takes none. */
  readonly words?: readonly string[];
  /** Below the flags: exit codes, examples. */
  readonly notes?: string;
  /** What is wrong with the values of flags, one line each. */
  check?(flags: Flags): readonly string[];
  /** Answers the exit code; `null` keeps the process running. */
  run(flags: Flags, word: string | undefined): Promise<number | null>;
}

export interface FlagDefinition {
  readonly type: 'string' | 'boolean';
  readonly description: string;
  /** How the value is written in the help: `PATH`. */
  readonly value?: string;
}

export const EXIT = { ok: 0, failed: 1, usage: 2, pending: 3 } as const;

export const DIR_FLAG: FlagDefinition = {
  type: 'string',
  value: 'PATH',
  description: 'The application folder; this folder when absent.',
};

export const COMMON_FLAGS: Readonly<Record<string, FlagDefinition>> = {
  help: { type: 'boolean', description: 'Says what the command does.' },
  trace: { type: 'boolean', description: 'Prints the stack trace of an error.' },
};

export function parseOptions(command: Command): NonNullable<ParseArgsConfig['options']> {
  const flags = { ...command.flags, ...COMMON_FLAGS };
  return Object.fromEntries(Object.entries(flags).map(([name, { type }]) => [name, { type }]));
}

export const textFlag = (flags: Flags, name: string): string | undefined => {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
};

export function helpOf(command: Command): string {
  const flags = Object.entries({ ...command.flags, ...COMMON_FLAGS }).map(
    ([name, flag]): [string, string] => [`--${name}${flag.value ? ` ${flag.value}` : ''}`, flag.description],
  );
  return [
    `${command.summary}`,
    '',
    `  ${command.usage}`,
    '',
    ...columns(flags),
    ...(command.notes ? ['', command.notes] : []),
  ].join('\n');
}

/** Two columns, the first as wide as it must be. */
export function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`.trimEnd());
}

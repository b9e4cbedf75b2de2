// A command of a plugin on the command line: `quire role grant …`. The application exists, but it is not started: a command that
// needs the database calls `app.start()`. The command line stops the application at the end.
import { array, boolean, callable, oneOf, optional, record, string } from '../check/checks';
import { part } from '../check/part';

export interface PluginCommand {
  /** The word after `quire`. */
  readonly name: string;
  /** One line, for the list of commands. */
  readonly description: string;
  /** Each way to call the command, one line: `quire role grant ROLE ACTION…`. */
  readonly usage: readonly string[];
  /** One call with values, for the help: `quire role grant public api::article.article.find`. */
  readonly example?: string;
  readonly flags?: Readonly<
    Record<
      string,
      { readonly type: 'string' | 'boolean'; readonly description: string; readonly value?: string }
    >
  >;
  /** The command prints a sentence for each exit code, so the usage is not printed for code 2. */
  readonly explains?: boolean;
  /** Returns the exit code; 2 prints the usage. */
  run(input: PluginCommandInput): Promise<number>;
}

export interface PluginCommandInput {
  /** The words after the command. */
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  print(line: string): void;
  /** Asks without an echo in a terminal; elsewhere reads the first line of the standard input. */
  ask(question: string): Promise<string>;
}

/** First words of Quire's own commands. */
export const OWN_COMMANDS: readonly string[] = [
  'start',
  'develop',
  'describe',
  'backup',
  'restore',
  'migrate',
  'doctor',
  'types',
  'create',
  'help',
];

export const takenByQuire = (name: string): string | undefined => {
  if (OWN_COMMANDS.includes(name)) return `"quire ${name}" is a command of Quire; rename yours`;
  return /^[a-z][a-z0-9-]*$/.test(name) ? undefined : 'expected one lower-case word, like "role"';
};

const text = string({ min: 1 });

export const commandCheck = part({
  name: text,
  description: text,
  usage: array(text, { min: 1 }),
  example: optional(text),
  flags: optional(
    record(part({ type: oneOf('string', 'boolean'), description: text, value: optional(text) })),
  ),
  explains: optional(boolean()),
  run: callable(),
});

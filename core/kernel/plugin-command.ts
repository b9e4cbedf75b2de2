// A command of the command line that a plugin brings: `quire role grant …`. The application is made, not started; a command
// that needs the database starts it, and it is stopped for it in the end.

/** `K` is the kernel: its type names these commands, so they cannot name it. */
export interface CommandOf<K> {
  /** One line, for the list of commands. */
  readonly summary: string;
  /** Each way to call it, one line: `quire role grant ROLE ACTION…`. */
  readonly usage: readonly string[];
  /** Flags with what they mean. */
  readonly flags?: Readonly<
    Record<
      string,
      { readonly type: 'string' | 'boolean'; readonly description: string; readonly value?: string }
    >
  >;
  /** Answers the exit code; 2 prints the usage. */
  run(kernel: K, given: PluginCommandInput): Promise<number>;
}

export interface PluginCommandInput {
  /** The words after the command. */
  readonly words: readonly string[];
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
  print(line: string): void;
  /** A line of what was typed without an echo where there is a terminal; else the first line of the standard input. */
  ask(question: string): Promise<string>;
}

// What stops a start: one message for a person, with every mistake found, each with its place and a remedy.

export interface Mistake {
  /** The file, or `environment`, or a plugin's name. */
  readonly where: string;
  /** The place in it: `attributes.title.type`. */
  readonly at?: string;
  /** What is wrong and what was expected. */
  readonly message: string;
}

export class StartupError extends Error {
  readonly mistakes: readonly Mistake[];

  constructor(summary: string, mistakes: readonly Mistake[] = []) {
    super(
      [summary, ...mistakes.map((m) => `  ${m.where}${m.at ? ` → ${m.at}` : ''}: ${m.message}`)].join('\n'),
    );
    this.name = 'StartupError';
    this.mistakes = mistakes;
  }
}

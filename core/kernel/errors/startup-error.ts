// An error that stops startup: one message with every mistake, its place and a remedy.

export interface Mistake {
  /** The file, or `environment`, or a plugin's name. */
  readonly where: string;
  /** The key or line: `attributes.title.type`. */
  readonly at?: string;
  /** The mistake and the expected value. */
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

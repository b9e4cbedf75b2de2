// Checks: how untrusted data (configuration, definition files, attribute options, route parameters) becomes typed data,
// with all mistakes found at once, and how the same rule is told to an editor or to OpenAPI as JSON Schema.

export type Path = readonly (string | number)[];
export type JsonSchema = { readonly [key: string]: unknown };

export interface Issue {
  readonly path: Path;
  readonly message: string;
  readonly value?: unknown;
}

export interface Check<T> {
  /** Returns the typed value; on a mistake pushes an issue and returns whatever it has (the caller looks at `issues`). */
  parse(input: unknown, path: Path, issues: Issue[]): T;
  readonly schema: JsonSchema;
  /** An absent key takes this; a check without it must be given. */
  readonly absent?: { readonly value: T };
}

export type Infer<C> = C extends Check<infer T> ? T : never;

export function runCheck<T>(check: Check<T>, input: unknown): { value: T; issues: Issue[] } {
  const issues: Issue[] = [];
  return { value: check.parse(input, [], issues), issues };
}

/** `attributes.title.enum[2]` */
export function pathToText(path: Path): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text ? `${text}.${step}` : String(step)),
    '',
  );
}

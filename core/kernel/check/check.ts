// A check turns untrusted data (configuration, definitions, options, parameters) into typed data and lists all mistakes. Its
// JSON Schema states the same rule for editors and OpenAPI.

export type Path = readonly (string | number)[];
export type JsonSchema = { readonly [key: string]: unknown };

export interface Issue {
  readonly path: Path;
  readonly message: string;
  readonly value?: unknown;
}

export interface Check<T> {
  /** Returns the typed value. After a mistake it adds an issue, and the returned value is incomplete. */
  parse(input: unknown, path: Path, issues: Issue[]): T;
  readonly schema: JsonSchema;
  /** The value of an absent key; without it the key is required. */
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

// The names of secrets: their values appear in no log line, whatever their form. Plugins add the names of their secrets.

const BUILT_IN = [
  'password',
  'passphrase',
  'secret',
  'token',
  'accessToken',
  'refreshToken',
  'resetPasswordToken',
  'confirmationToken',
  'jwt',
  'jwtSecret',
  'apiKey',
  'accessKey',
  'authorization',
  'cookie',
  'setCookie',
  'salt',
];

export const HIDDEN = '[hidden]';

export class SecretNames {
  /** Names of fields of log lines and of properties of errors, which code chooses. */
  readonly #fields: ReadonlySet<string>;
  /** Names in data, such as the body of a request. */
  readonly #data: Set<string>;

  /** `own`: names in addition to the built-in ones. Case, `-` and `_` are ignored. */
  constructor(own: readonly string[] = []) {
    this.#fields = new Set([...BUILT_IN, ...own].map(normalise));
    this.#data = new Set(this.#fields);
  }

  /** The name of a key in a body, or of an attribute. A field of a log line may have this name, such as `code`. */
  add(name: string): void {
    if (typeof name !== 'string' || name === '')
      throw new Error(`secretNames.add takes a name that is a text, not ${JSON.stringify(name)}.`);
    this.#data.add(normalise(name));
  }

  hasField(name: string): boolean {
    return this.#fields.has(normalise(name));
  }

  has(name: string): boolean {
    return this.#data.has(normalise(name));
  }

  /** Does the issue of a body or a query speak about the value of a secret? Its message may quote the value. */
  isAbout(issue: object): boolean {
    return placesOf(issue).some((name) => this.has(name));
  }

  /** The message of an error for a log. */
  messageOf(error: Error & { readonly details?: unknown; readonly logged?: unknown }): string {
    if (typeof error.logged === 'string') return error.logged;
    const secret = issuesOf(error.details).filter((issue) => this.isAbout(issue));
    if (secret.length === 0) return error.message;
    const names = new Set(secret.flatMap(placesOf).filter((name) => this.has(name)));
    return `${HIDDEN}, because the message is about ${[...names].join(', ')}`;
  }
}

/** The details of an error: one place, or a list of issues in `errors`. */
function issuesOf(details: unknown): readonly object[] {
  if (typeof details !== 'object' || details === null) return [];
  const errors: unknown = 'errors' in details ? details.errors : null;
  return [details, ...(Array.isArray(errors) ? errors.filter(isObject) : [])];
}

/** `{ path: ['user', 'password'] }`, `{ key: 'password', path: 'filters.password' }` */
function placesOf(issue: object): string[] {
  const path: unknown = 'path' in issue ? issue.path : null;
  const key: unknown = 'key' in issue ? issue.key : null;
  return [...(Array.isArray(path) ? path : [path]), key]
    .filter((step) => typeof step === 'string')
    .flatMap((step) => step.split(/[.[\]]+/));
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const normalise = (key: string): string => key.replace(/[-_]/g, '').toLowerCase();

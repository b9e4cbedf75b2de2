// The only error class that reaches a client. Error tables (define-errors.ts) construct it.

/** Data of an error for the client. */
export type ErrorDetails = Readonly<Record<string, unknown>>;

export interface AppErrorInit {
  readonly code: string;
  readonly name: string;
  readonly status: number;
  readonly message: string;
  readonly details?: ErrorDetails | null;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
  readonly logged?: string | undefined;
}

export class AppError extends Error {
  readonly code: string;
  readonly status: number;
  /** `null`: the body has no `details` key at all (parser errors). */
  readonly details: ErrorDetails | null;
  readonly headers: Readonly<Record<string, string>>;
  /** The message for logs, when `message` quotes what a client sent. */
  readonly logged?: string;

  constructor(init: AppErrorInit) {
    super(init.message, init.cause === undefined ? undefined : { cause: init.cause });
    this.name = init.name;
    this.code = init.code;
    this.status = init.status;
    this.details = init.details === undefined ? {} : init.details;
    this.headers = init.headers ?? {};
    if (init.logged !== undefined) this.logged = init.logged;
  }
}

// What a case is: documents given, requests sent, answers expected; all of it data. `run` is for what data cannot say.
import type { Capability } from '../spec/row';
import type { Pattern } from './pattern';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS';

/** A document to make before the steps: where it is posted, and its attributes. Removed after the case. */
export interface Given {
  readonly at: string;
  readonly data: unknown;
}

/** Texts may hold `{alias.path}`: what an earlier answer held, or `{mark}`: the text that is this case's own. */
export interface Step {
  readonly send: Method;
  /** Below the API's address, with its query as one would write it: values are encoded when sent. */
  readonly path: string;
  /** `api` by default; `root`: below the deployment's address. */
  readonly from?: 'api' | 'root';
  /** Sent as JSON; texts in it are filled in. */
  readonly body?: unknown;
  /** Sent as it is, instead of `body`. */
  readonly text?: string;
  /** Sent as it is: files. */
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Whose credentials; `full` by default. */
  readonly as?: string;
  /** The path is sent as written, nothing encoded. */
  readonly verbatim?: boolean;
  readonly expect?: Expectation;
  /** Keeps the answer's data, or parts of the answer by path, under these names. */
  readonly save?: string | Readonly<Record<string, string>>;
  /** Parts of the answer to write down: `status`, `body.error.name`, `headers.etag`. */
  readonly record?: readonly string[];
}

export interface Expectation {
  /** A number, one of several, or a class; every 2xx when absent. */
  readonly status?: number | readonly number[] | 'refused' | 'any';
  readonly body?: Pattern;
  readonly data?: Pattern;
  readonly meta?: Pattern;
  readonly error?: Pattern;
  /** Paths into the answer's body: `data.tags.*.name`. */
  readonly at?: Readonly<Record<string, Pattern>>;
  /** `data` holds exactly these documents, in this order. */
  readonly list?: readonly string[];
  /** The same in any order. */
  readonly some?: readonly string[];
  /** `data` holds at least these … */
  readonly has?: readonly string[];
  /** … and none of these. */
  readonly lacks?: readonly string[];
  readonly headers?: Readonly<Record<string, Pattern>>;
  /** There is no body. */
  readonly empty?: boolean;
}

/** A start of one's own, for what only configuration, schema files or code can show. */
export interface Deployment {
  /** Files of config/, by name. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Schema files below src/, by path; null leaves one out. */
  readonly files?: Readonly<Record<string, unknown>>;
  readonly production?: boolean;
  /** `none`, `read` or `full`: what may be done without credentials. */
  readonly anonymous?: string;
  /** JavaScript of a function that takes the GraphQL extension service. */
  readonly extension?: string;
}

export interface Case {
  /** The rows it proves; the first names it. */
  readonly rows: readonly string[];
  /** What tells it from other cases of the row. */
  readonly name?: string;
  /** Beside what its rows need. */
  readonly needs?: readonly Capability[];
  readonly given?: Readonly<Record<string, Given>>;
  readonly steps?: readonly Step[];
  readonly run?: (bench: Bench) => Promise<void>;
  /** Of the cases with the same lock, one runs at a time. */
  readonly lock?: string;
  /** Single types whose content is put back afterwards. */
  readonly keeps?: readonly string[];
  readonly deploy?: Deployment;
  /** A start that must not succeed; nothing else is done. */
  readonly refuses?: Deployment;
}

/** What a case in code works with: the same requests, captures and checks that data has. */
export interface Bench {
  readonly mark: string;
  send(step: Step): Promise<Answer>;
  make(alias: string, given: Given): Promise<void>;
  /** What was kept under a name, or below it. */
  value(path: string): unknown;
  keep(name: string, value: unknown): void;
  record(text: string): void;
  fail(message: string, expected: unknown, received: unknown): never;
  /** Ends the case: what it is about is not to be found here. */
  notApplicable(reason: string): never;
  /** Runs after the case, last added first. */
  afterwards(step: Step): void;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body, or undefined where it is no JSON. */
  readonly body: unknown;
}

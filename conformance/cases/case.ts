// A case as data: documents to create, requests to send, answers to expect. `run` is for a case that data cannot express.

import type { Capability } from '../spec/row';
import type { Answer, Listener, Transport } from '../wire/answer';
import type { Pattern } from './pattern';
import type { RandomOptions } from './random-options';

export type { Answer, Listener, StreamEvent, Transport } from '../wire/answer';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS';

/** A document to create before the steps: its path and its attributes. The suite removes it after the case. */
export interface Given {
  readonly at: string;
  readonly data: unknown;
}

/** Texts may contain `{alias.path}`, a value of an earlier answer, or `{mark}`, a text that only this case uses. */
export interface Step {
  readonly send: Method;
  /** Below the address of the API, with its query in plain text: the suite encodes the values. */
  readonly path: string;
  /** `api` is the default. `root` is the address of the deployment. */
  readonly from?: 'api' | 'root';
  /** Sent as JSON, after placeholders are filled in. */
  readonly body?: unknown;
  /** Sent unchanged, instead of `body`. */
  readonly text?: string;
  /** Sent unchanged: files. */
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** The credentials; `full` by default. */
  readonly as?: string;
  /** Sends the path as written, without encoding. */
  readonly verbatim?: boolean;
  readonly expect?: Expectation;
  /** Keeps the answer's data, or parts of the answer by path, under these names. */
  readonly save?: string | Readonly<Record<string, string>>;
  /** Parts of the answer to record: `status`, `body.error.name`, `headers.etag`. */
  readonly record?: readonly string[];
}

export interface Expectation {
  /** A number, a list of numbers, or a class. Absent: 200 for GET and PUT, every 2xx for other methods. No class contains 5xx. */
  readonly status?: number | readonly number[] | 'refused' | 'absent' | 'any';
  readonly body?: Pattern;
  readonly data?: Pattern;
  readonly meta?: Pattern;
  readonly error?: Pattern;
  /** Paths into the body of the answer: `data.tags.*.name`. */
  readonly at?: Readonly<Record<string, Pattern>>;
  /** `data` contains exactly these documents, in this order. */
  readonly list?: readonly string[];
  /** `data` contains exactly these documents, in any order. */
  readonly some?: readonly string[];
  /** `data` contains at least these documents. */
  readonly has?: readonly string[];
  /** `data` contains none of these documents. */
  readonly lacks?: readonly string[];
  readonly headers?: Readonly<Record<string, Pattern>>;
  /** The answer has no body. */
  readonly empty?: boolean;
}

/** A separate deployment for a case that needs its own configuration, schema files or code. */
export interface Deployment {
  /** Files of config/, by name. */
  readonly config?: Readonly<Record<string, unknown>>;
  /** Schema files below src/, by path; null removes one. */
  readonly files?: Readonly<Record<string, unknown>>;
  readonly production?: boolean;
  readonly development?: boolean;
  /** `server.anonymous`: `none`, `read` or `full`. */
  readonly anonymous?: string;
  /** An earlier deployment on the same database, started and stopped before. It may have a `before` too. */
  readonly before?: Deployment;
  /**
   * JavaScript of a function that receives the GraphQL extension service and the application. The function may use `check`, `LOCALES` and
   * `RATE_LIMITERS`.
   */
  readonly extension?: string;
  /** It shares no process with other deployments: its code changes globals, or its cases depend on short times. */
  readonly alone?: true;
}

export interface Case {
  /** The rows that the case proves; the first one names the case. */
  readonly rows: readonly string[];
  /** Distinguishes the case from other cases of the row. */
  readonly name?: string;
  /** Capabilities in addition to those of its rows. */
  readonly needs?: readonly Capability[];
  readonly given?: Readonly<Record<string, Given>>;
  readonly steps?: readonly Step[];
  readonly run?: (bench: Bench) => Promise<void>;
  /** Cases with the same lock run one after another. */
  readonly lock?: string;
  /** The seconds that the case waits for something to expire. It begins early. */
  readonly waits?: number;
  /** Single types whose content the suite restores after the case. */
  readonly keeps?: readonly string[];
  readonly deploy?: Deployment;
  /** The deployment must fail to start; the case sends no request. */
  readonly refuses?: Deployment;
  /** A regular expression: the start must fail with this text. */
  readonly saying?: string;
}

/** Gives a case in code the same requests, captures and checks that a case in data has. */
export interface Bench {
  readonly mark: string;
  send(step: Step): Promise<Answer>;
  make(alias: string, given: Given): Promise<void>;
  /** The value under a name, or below it. */
  value(path: string): unknown;
  keep(name: string, value: unknown): void;
  record(text: string): void;
  /** Random documents and questions: fails at the first answer that differs from the model. */
  askRandomly(options: RandomOptions): Promise<void>;
  /** Begins a subscription over GraphQL. The case ends it. */
  listen(step: Pick<Step, 'body' | 'as'>, transport: Transport): Promise<Listener>;
  /** Fails with the message if the value does not match. Placeholders of the pattern are filled in. */
  compare(message: string, expected: Pattern, received: unknown): void;
  fail(message: string, expected: unknown, received: unknown): never;
  /** Ends the case: the deployment lacks the feature. */
  notApplicable(reason: string): never;
  /**
   * A thing that cases use one after another: one that another case gave back, or a new one that `make` creates. The case gives it back
   * unless it fails.
   */
  borrow<T>(kind: string, make: (maker: Bench) => Promise<T>): Promise<T>;
  /** Runs after the case; the last one added runs first. */
  afterwards(step: Step): void;
}

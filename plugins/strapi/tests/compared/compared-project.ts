// Small projects that real Strapi has run: their files and requests, and how answers are compared. `record.ts` writes the answers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Files } from '../project';

/**
 * `POST /api/x`, the body, the user who sends it, and headers. `{1.data.documentId}` is a value of the answer to the first request. The body
 * `{ $form: { text: 'a', image: { name, type, text } } }` is a form with a file.
 */
export type ComparedRequest = readonly [line: string, body?: unknown, user?: string, headers?: Headers];

type Headers = Readonly<Record<string, string>>;

export interface FormFile {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

export interface ComparedProject {
  readonly name: string;
  readonly files: Files;
  /** Global middlewares of `config/middlewares`, with their configuration. */
  readonly middlewares?: Readonly<Record<string, object>>;
  /** `config/plugins`, of Quire. */
  readonly plugins?: object;
  /** Names of headers that are compared, too. */
  readonly headers?: readonly string[];
  readonly requests: readonly ComparedRequest[];
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Headers;
}

type Send = (method: string, path: string, body: unknown, headers: Headers) => Promise<Answer>;

export const PASSWORD = 'Passw0rd!';

/** The answers to all requests, in order. */
export async function askAll(
  { requests, headers: compared }: ComparedProject,
  send: Send,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const tokens = new Map<string, string>();
  const filled = <T>(value: T): T => {
    if (value === undefined) return value;
    const text = JSON.stringify(value).replace(
      /"#?\{(\d+)\.([\w.]+)\}"|\{(\d+)\.([\w.]+)\}/g,
      (_, one, path, other, inner) => {
        const found = (path ?? inner)
          .split('.')
          .reduce(
            (at: unknown, key: string) => (at as never)?.[key],
            answers[Number(one ?? other) - 1]?.body,
          );
        return one === undefined ? String(found) : JSON.stringify(found ?? null);
      },
    );
    return JSON.parse(text);
  };
  for (const [line, body, user, headers = {}] of requests) {
    const [method = '', path = ''] = filled(line).split(' ');
    if (user !== undefined && !tokens.has(user)) {
      const entered = await send('POST', '/api/auth/local', { identifier: user, password: PASSWORD }, {});
      tokens.set(user, String(Reflect.get(Object(entered.body), 'jwt')));
    }
    const token: Headers = user === undefined ? {} : { authorization: `Bearer ${tokens.get(user)}` };
    const { headers: sent = {}, ...answer } = await send(method, path, filled(body), {
      ...headers,
      ...token,
    });
    answers.push(compared === undefined ? answer : { ...answer, headers: picked(sent, compared) });
  }
  return answers;
}

const picked = (headers: Headers, names: readonly string[]): Headers =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, value.toLowerCase()]];
    }),
  );

/** The parts of a form; null: the body is JSON. */
export function formParts(body: unknown): readonly [string, string | FormFile][] | null {
  const form: unknown = Reflect.get(Object(body), '$form');
  return form === undefined ? null : Object.entries(form as Record<string, string | FormFile>);
}

/** The status, the body and the compared headers. */
export type Compared = readonly [number, unknown, Headers?];

/** Without values that differ in each run: ids become numbers in the order in which they appear. */
export function comparable(answers: readonly Answer[]): readonly Compared[] {
  const ids = new Map<string, string>();
  const plain = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => plain(one, key));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value)
          // In Strapi, the path tells an attribute that is hidden from one that does not exist.
          .map(([name, one]): [string, unknown] => [
            name,
            name === 'path' && one === Reflect.get(value, 'key') ? null : one,
          ])
          // Quire has no locale on rows of types without locales, and no stack traces.
          .filter(([name, one]) => (name !== 'locale' || one !== null) && name !== 'stacktrace')
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, one]) => [name, plain(one, name)]),
      );
    if (/^(id|rowId)$/.test(key) && typeof value === 'number') return 'id';
    if (typeof value !== 'string') return value;
    if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) return 'time';
    if (/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/.test(value)) return 'token';
    // Quire has fields of its own to suggest.
    return value.replace(/ Did you mean .*\?$/, '').replace(/\b[a-z\d]{24}\b/g, (id) => {
      ids.set(id, ids.get(id) ?? `doc${ids.size + 1}`);
      return ids.get(id) ?? id;
    });
  };
  // The body of a 405 is a text in Strapi.
  return answers.map(({ status, body, headers }) => {
    if (status === 405) return [status, null];
    const shown = plain(body, '');
    return headers === undefined ? [status, shown] : [status, shown, headers];
  });
}

export const answersFile = (name: string): string =>
  join(__dirname.replace(/([\\/])dist([\\/])/, '$1'), `${name}.answers.jsonl`);

export const recordedAnswers = (name: string): readonly Compared[] =>
  readFileSync(answersFile(name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

// Small projects that real Strapi has run: their files and requests, and how answers are compared. `record.ts` writes the answers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Files } from '../project';

/** `POST /api/x`, the body, and the user who sends it. `{1.data.documentId}` is a value of the answer to the first request. */
export type ComparedRequest = readonly [line: string, body?: unknown, user?: string];

export interface ComparedProject {
  readonly name: string;
  /** In JavaScript: Strapi itself does not compile TypeScript when it starts. */
  readonly files: Files;
  /** Global middlewares of `config/middlewares`, with their configuration. */
  readonly middlewares?: Readonly<Record<string, object>>;
  /** `config/plugins`, of Quire. */
  readonly plugins?: object;
  readonly requests: readonly ComparedRequest[];
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

type Send = (method: string, path: string, body: unknown, token: string | null) => Promise<Answer>;

export const PASSWORD = 'Passw0rd!';

/** The answers to all requests, in order. */
export async function askAll({ requests }: ComparedProject, send: Send): Promise<readonly Answer[]> {
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
  for (const [line, body, user] of requests) {
    const [method = '', path = ''] = filled(line).split(' ');
    if (user !== undefined && !tokens.has(user)) {
      const entered = await send('POST', '/api/auth/local', { identifier: user, password: PASSWORD }, null);
      tokens.set(user, String(Reflect.get(Object(entered.body), 'jwt')));
    }
    answers.push(
      await send(method, path, filled(body), user === undefined ? null : (tokens.get(user) ?? null)),
    );
  }
  return answers;
}

/** Without values that differ in each run: ids become numbers in the order in which they appear. */
export function comparable(answers: readonly Answer[]): readonly [number, unknown][] {
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
  return answers.map(({ status, body }) => [status, status === 405 ? null : plain(body, '')]);
}

export const answersFile = (name: string): string =>
  join(__dirname.replace(/([\\/])dist([\\/])/, '$1'), `${name}.answers.jsonl`);

export const recordedAnswers = (name: string): readonly [number, unknown][] =>
  readFileSync(answersFile(name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

// The work of one case: creates documents, sends, compares, keeps values, and removes what the case created.
import type { Answer, Bench, Expectation, Given, Listener, Step, Transport } from '../cases/case';
import type { Pattern } from '../cases/pattern';
import type { RandomOptions } from '../cases/random-options';
import { firstWrongAnswer } from '../random/run-random';
import type { Target } from '../target/target';
import { Captures, valueAt } from '../wire/captures';
import type { Client, WireRequest } from '../wire/client';
import { NoAnswer } from '../wire/no-answer';
import { CheckFailed, checkAnswer } from './check-answer';
import { match } from './match';
import { requestOf } from './request-of';

export interface Exchange {
  readonly request: WireRequest;
  readonly answer: Answer | null;
}

export interface Failure {
  readonly message: string;
  readonly path?: string;
  readonly expected?: unknown;
  readonly received?: unknown;
  /** The request with the wrong answer. */
  readonly exchange?: Exchange;
}

let marks = 0;

export class Inapplicable extends Error {}

export interface WorkOptions {
  /** Creates what cases borrow from each other, and removes it when the run ends. Absent: this work itself. */
  readonly maker?: CaseWork;
  /** Our own decisions count, beside the specification. */
  readonly isDecided?: boolean;
}

export class CaseWork implements Bench {
  readonly mark: string;
  readonly records: string[] = [];
  /** A step passed with a 4xx, and any other 4xx would have passed too. */
  tookAnyRefusal = false;
  readonly #target: Target;
  readonly #client: Client;
  readonly #captures: Captures;
  readonly #maker: CaseWork;
  readonly #isDecided: boolean;
  /** What cases gave back, by kind. */
  readonly #free = new Map<string, unknown[]>();
  readonly #after: Step[] = [];
  readonly #listeners: Listener[] = [];
  readonly #borrowed: (readonly [kind: string, thing: unknown])[] = [];
  #last: Exchange | undefined;
  /** The exchange of the first failed check. */
  #wrong: Exchange | undefined;

  constructor(target: Target, client: Client, { maker, isDecided = false }: WorkOptions = {}) {
    marks += 1;
    // The last letter is fixed: a case that asks for values which end in `a-zebra` must not find this mark before `-zebra`.
    this.mark = `cf${process.pid.toString(36)}${Date.now().toString(36).slice(-4)}${marks.toString(36)}m`;
    this.#target = target;
    this.#client = client;
    this.#maker = maker ?? this;
    this.#isDecided = isDecided;
    this.#captures = new Captures(this.mark);
    this.#captures.keep('graphql', target.graphql);
  }

  value(path: string): unknown {
    return this.#captures.value(path);
  }

  keep(name: string, value: unknown): void {
    this.#captures.keep(name, value);
  }

  record(text: string): void {
    this.records.push(text);
  }

  async askRandomly(options: RandomOptions): Promise<void> {
    const wrong = (await firstWrongAnswer(this.#target, this.#client, options))?.found.wrong;
    if (!wrong) return;
    const { request, answer, expected, received } = wrong;
    this.#wrong = { request, answer };
    throw new CheckFailed('an answer differs from the model', '', expected, received);
  }

  afterwards(step: Step): void {
    this.#after.push(step);
  }

  async borrow<T>(kind: string, make: (maker: Bench) => Promise<T>): Promise<T> {
    const free = this.#maker.#free.get(kind);
    const thing = free?.length ? (free.pop() as T) : await make(this.#maker);
    this.#borrowed.push([kind, thing]);
    return thing;
  }

  /** After a case that did not fail. A failed one may have changed what it borrowed. */
  giveBack(): void {
    const all = this.#maker.#free;
    for (const [kind, thing] of this.#borrowed) all.set(kind, [...(all.get(kind) ?? []), thing]);
  }

  async listen({ body, as }: Pick<Step, 'body' | 'as'>, transport: Transport): Promise<Listener> {
    const step: Step = {
      ...{ send: 'POST', from: 'root', path: '{graphql}', body, headers: { Accept: 'text/event-stream' } },
      ...(as === undefined ? {} : { as }),
    };
    const request = requestOf(step, this.#target, this.#captures);
    this.#last = { request, answer: null };
    const listener = await this.#client.listen(request, transport);
    this.#listeners.push(listener);
    return listener;
  }

  compare(message: string, expected: Pattern, received: unknown): void {
    const found = match(this.#captures.fill(expected), received);
    if (found) throw new CheckFailed(message, found.path, found.expected, found.received);
  }

  fail(message: string, expected: unknown, received: unknown): never {
    throw new CheckFailed(message, '', expected, received);
  }

  notApplicable(reason: string): never {
    throw new Inapplicable(reason);
  }

  async make(alias: string, given: Given): Promise<void> {
    const answer = await this.send({
      send: 'POST',
      path: given.at,
      body: { data: given.data },
      expect: { status: 'any' },
    });
    if (answer.status < 200 || answer.status > 299)
      throw new CheckFailed(`could not prepare "${alias}"`, 'status', 'a status of 2xx', answer.status);
    this.keep(alias, valueAt(answer.body, 'data'));
  }

  /** Restores the content of the single type. */
  async remember(path: string): Promise<void> {
    const before = await this.#exchange({ send: 'GET', path });
    this.afterwards(
      before.status === 200
        ? { send: 'PUT', path, body: { data: ownAttributes(valueAt(before.body, 'data')) } }
        : { send: 'DELETE', path },
    );
  }

  async send(step: Step): Promise<Answer> {
    const answer = await this.#exchange(step);
    const exchange = this.#last;
    this.#tidyLater(step, answer);
    try {
      const isAny = checkAnswer(this.#captures.fill({ ...usualOf(step), ...step.expect }), answer, {
        idOf: (alias) => this.value(`${alias}.documentId`),
        isDecided: this.#isDecided,
      });
      if (isAny) this.tookAnyRefusal = true;
    } catch (error) {
      // Other requests of the case may follow before the failure is shown.
      this.#wrong ??= exchange;
      throw error;
    }
    this.#save(step, answer);
    for (const path of step.record ?? [])
      this.record(
        `${step.send} ${step.path}: ${path} = ${JSON.stringify(valueAt(answer, path)) ?? 'absent'}`,
      );
    return answer;
  }

  async tidy(): Promise<Failure | null> {
    let failure: Failure | null = null;
    for (const listener of this.#listeners) listener.close();
    for (const step of this.#after.reverse()) {
      try {
        const { status } = await this.#exchange(step);
        if (status >= 500) failure = { message: `could not clean up: ${status}`, exchange: this.#last };
      } catch (error) {
        failure = this.failureOf(error);
      }
    }
    return failure;
  }

  failureOf(error: unknown): Failure {
    if (error instanceof CheckFailed)
      return {
        message: error.message,
        path: error.path,
        expected: error.expected,
        received: error.received,
        exchange: this.#wrong ?? this.#last,
      };
    const message = error instanceof Error ? error.message : String(error);
    return {
      message: error instanceof NoAnswer ? message : `the case threw an error: ${message}`,
      exchange: this.#last,
    };
  }

  async #exchange(step: Step): Promise<Answer> {
    const request = requestOf(step, this.#target, this.#captures);
    this.#last = { request, answer: null };
    const answer = await this.#client.send(request);
    this.#last = { request, answer };
    return answer;
  }

  /** Deletes a document that a POST created, in all its locales. */
  #tidyLater({ send, path, from }: Step, { status, body }: Answer): void {
    const id = valueAt(body, 'data.documentId');
    if (send !== 'POST' || status < 200 || status > 299 || typeof id !== 'string' || from === 'root') return;
    const [where = ''] = path.split('?');
    const all = this.#target.abilities.get('i18n')?.on ? '?locale=*' : '';
    this.afterwards({ send: 'DELETE', path: `${where}/${id}${all}` });
  }

  #save({ save }: Step, answer: Answer): void {
    if (typeof save === 'string') this.keep(save, valueAt(answer.body, 'data'));
    else for (const [name, path] of Object.entries(save ?? {})) this.keep(name, valueAt(answer, path));
  }
}

const SYSTEM = ['id', 'documentId', 'createdAt', 'updatedAt', 'publishedAt', 'locale'];

function ownAttributes(data: unknown): Record<string, unknown> {
  return typeof data === 'object' && data !== null
    ? Object.fromEntries(Object.entries(data).filter(([key]) => !SYSTEM.includes(key)))
    : {};
}

/** A read and an update answer 200, unless the case expects another status. */
const usualOf = ({ send }: Step): Expectation => (send === 'GET' || send === 'PUT' ? { status: 200 } : {});

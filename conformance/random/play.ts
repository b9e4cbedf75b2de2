// Puts a world into a deployment, asks it questions, and compares the answers with those of the model.
import type { Answer } from '../cases/case';
import type { Target } from '../target/target';
import { valueAt } from '../wire/captures';
import type { Client, WireRequest } from '../wire/client';
import { sameValue } from '../wire/same-value';
import { receivedAggregate, wantedAggregate } from './aggregates';
import { receivedForm, wantedForm } from './compare';
import { LISTS } from './forms';
import {
  changesOperation,
  type Operation,
  questionOperation,
  restAnswer,
  writeOperation,
} from './graphql-wire';
import { KINDS, type KindName } from './kinds';
import { type Question, View } from './model';
import { after, stateAfter, type Write } from './state';
import type { State } from './stored';
import { receivedEvents, type Watched, wantedEvents } from './watching';
import { bodyOf, queryOf, shownPairs, textOf } from './wire';
import type { World } from './world';

export interface Wrong {
  readonly answer: Answer;
  readonly expected: unknown;
  readonly received: unknown;
  readonly request: WireRequest;
  /** The subscriptions, then the requests that wrote the world, as they were sent. */
  readonly wrote: readonly WireRequest[];
}

let worlds = 0;

const mayNotWrite = ({ method, url }: WireRequest, { status }: Answer): Error =>
  new Error(
    `${method} ${url} answered ${status}: random questions need documents. Pass a token with full access with --token.`,
  );

/** A world in the deployment, until it is removed. */
export class Stage {
  readonly #target: Target;
  readonly #client: Client;
  readonly #world: World;
  readonly #state: State;
  readonly #mark: string;
  readonly #ids = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  readonly #subscribed: WireRequest[] = [];
  readonly #wrote: WireRequest[] = [];
  readonly #watched: Watched[] = [];
  /** Documents whose events show that all earlier events have arrived. */
  readonly #lasts = new Map<string, string>();

  /** Throws when the writes of the world do not fit together. */
  constructor(target: Target, client: Client, world: World) {
    worlds += 1;
    this.#target = target;
    this.#client = client;
    this.#world = world;
    this.#state = stateAfter(world.writes);
    this.#mark = `r${process.pid}x${Date.now().toString(36)}x${worlds}@conform.test`;
  }

  /** Subscribes to the changes of the documents that the question finds. */
  async watch(question: Question): Promise<void> {
    const operation = changesOperation(question, this.#mark, `last-${this.#mark}`, this.#idOf);
    const request = this.#operation(operation);
    const headers = { ...request.headers, accept: 'text/event-stream' };
    const subscribing = { ...request, headers };
    const listener = await this.#client.listen(subscribing, 'event stream');
    this.#subscribed.push(subscribing);
    this.#watched.push({ question, listener, shown: new Set() });
  }

  /** Sends the writes. An answer shows what it wrote: the first difference, or null. */
  async build(): Promise<Wrong | null> {
    let state: State = new Map();
    for (const write of this.#world.writes) {
      const before = state;
      state = after(state, write);
      const request = this.#requestOf(write);
      const received = await this.#client.send(request);
      const answer = write.over === 'rest' ? received : restAnswer(received, null);
      if (this.#wrote.length === 0 && [401, 403].includes(answer.status)) throw mayNotWrite(request, answer);
      const made = valueAt(answer.body, 'data.documentId');
      if (write.does === 'create' && typeof made === 'string') this.#know(write.key, made);
      const wrong = this.#wrongWrite(write, state, request, answer);
      const wrongEvents = wrong ?? (await this.#wrongEvents(write, before, state, request, answer));
      if (wrongEvents) return wrongEvents;
      this.#wrote.push(request);
    }
    return null;
  }

  async #wrongEvents(
    write: Write,
    before: State,
    state: State,
    request: WireRequest,
    answer: Answer,
  ): Promise<Wrong | null> {
    for (const watched of this.#watched) {
      const { question } = watched;
      const last = await this.#writeLast(question);
      const ignored = new Set(this.#lasts.keys());
      const expected = wantedEvents(watched, write, before, state);
      const received = await receivedEvents(watched, last, ignored, this.#keyOf);
      if (expected !== null && !sameValue(expected, received))
        return this.#wrong(request, answer, expected, received);
    }
    return null;
  }

  async #writeLast({ kind, locale }: Question): Promise<string> {
    const query = locale === null ? '' : `?locale=${locale}`;
    const { mark = '', attributes } = KINDS[kind];
    const required = Object.entries(attributes).filter(([, { isRequired }]) => isRequired);
    const data = {
      ...Object.fromEntries(required.map(([name, { from }]) => [name, from[0]])),
      [mark]: `last-${this.#mark}`,
    };
    const { body } = await this.#client.send(this.#request('POST', `/${kind}${query}`, { data }));
    const id = String(valueAt(body, 'data.documentId'));
    this.#lasts.set(id, kind);
    return id;
  }

  async remove(): Promise<void> {
    for (const { listener } of this.#watched) listener.close();
    const query = this.#target.abilities.get('i18n')?.on ? '?locale=*' : '';
    for (const [id, kind] of this.#lasts)
      await this.#client.send(this.#request('DELETE', `/${kind}/${id}${query}`));
    for (const { key, kind } of [...this.#state.values()].reverse()) {
      const id = this.#ids.get(key);
      if (id !== undefined) await this.#client.send(this.#request('DELETE', `/${kind}/${id}${query}`));
    }
  }

  /** The difference between the answer and the model, or null. */
  async ask(question: Question): Promise<Wrong | null> {
    const { over, one, locale, status, filter, aggregate } = question;
    const request = this.#requestFor(question);
    const received = await this.#client.send(request);
    const answer = over === 'rest' ? received : restAnswer(received, question);
    const view = new View(this.#state, locale, status);
    if (one === null) {
      const { matching, shown, pagination } = view.list(question);
      const documents = shown.map((seen) => wantedForm(seen, view, question, status));
      const figures = aggregate ? { aggregate: wantedAggregate(matching, view, aggregate) } : {};
      return this.#difference(request, answer, { pagination, documents, ...figures }, () =>
        this.#list(question, answer),
      );
    }
    const seen = view.one(one, filter);
    if (seen)
      return this.#difference(request, answer, wantedForm(seen, view, question, status), () =>
        receivedForm(valueAt(answer.body, 'data'), question, this.#keyOf),
      );
    const isAbsent = answer.status >= 400 || (valueAt(answer.body, 'data') ?? null) === null;
    return isAbsent && answer.status < 500 ? null : this.#wrong(request, answer, 'nothing', answer.body);
  }

  #requestFor(question: Question): WireRequest {
    const { over, kind, one } = question;
    if (over === 'graphql') return this.#operation(questionOperation(question, this.#mark, this.#idOf));
    const path = one === null ? `/${kind}` : `/${kind}/${this.#ids.get(one)}`;
    return this.#request('GET', `${path}?${queryOf(question, this.#mark, this.#idOf)}`);
  }

  /** The answer, with keys instead of ids. */
  #list(question: Question, { body }: Answer): unknown {
    const data = valueAt(body, 'data');
    const documents = Array.isArray(data)
      ? data.map((one: unknown) => receivedForm(one, question, this.#keyOf))
      : data;
    const given = valueAt(body, 'meta.pagination');
    const names = ['page', 'pageSize', 'pageCount', 'start', 'limit', 'total'];
    const known = names.filter((name) => valueAt(given, name) !== undefined);
    const { kind, aggregate } = question;
    const figures = valueAt(body, 'meta.aggregate');
    return {
      pagination: Object.fromEntries(known.map((name) => [name, valueAt(given, name)])),
      documents,
      ...(aggregate ? { aggregate: receivedAggregate(figures, kind, aggregate, this.#keyOf) } : {}),
    };
  }

  #wrongWrite(write: Write, state: State, request: WireRequest, answer: Answer): Wrong | null {
    const { kind, key, locale, status, body, shows } = write;
    const isDone = answer.status >= 200 && answer.status <= 299;
    if (!isDone) return this.#wrong(request, answer, 'a status of 2xx', answer.body);
    const view = new View(state, locale, status);
    const seen = body ? view.one(key) : null;
    if (!seen) return null;
    const shape = { kind, fields: [], populate: [], ...shows };
    return this.#difference(request, answer, wantedForm(seen, view, shape, status), () =>
      receivedForm(valueAt(answer.body, 'data'), shape, this.#keyOf),
    );
  }

  #difference(
    request: WireRequest,
    answer: Answer,
    expected: unknown,
    received: () => unknown,
  ): Wrong | null {
    const isRight = answer.status >= 200 && answer.status <= 299;
    if (!isRight) return this.#wrong(request, answer, expected, answer.body);
    const found = received();
    return sameValue(expected, found) ? null : this.#wrong(request, answer, expected, found);
  }

  #wrong(request: WireRequest, answer: Answer, expected: unknown, received: unknown): Wrong {
    return { answer, expected, received, request, wrote: [...this.#subscribed, ...this.#wrote] };
  }

  #know(key: string, id: string): void {
    this.#ids.set(key, id);
    this.#keys.set(id, key);
  }

  readonly #idOf = (key: string): unknown => this.#ids.get(key) ?? `no-${key}`;
  readonly #keyOf = (id: unknown): string => this.#keys.get(String(id)) ?? `unknown ${id}`;

  #requestOf(write: Write): WireRequest {
    const { over, does, kind, key, locale, status, body, shows } = write;
    if (over === 'graphql') {
      const marks = does === 'create' ? this.#marks(kind, key) : {};
      return this.#operation(writeOperation(write, marks, this.#idOf));
    }
    const shown = shows && textOf(shownPairs(shows, LISTS, this.#idOf));
    const asked = [locale && `locale=${locale}`, status && `status=${status}`, shown]
      .filter(Boolean)
      .join('&');
    const query = asked === '' ? '' : `?${asked}`;
    const data = body && bodyOf(kind, body, this.#idOf);
    const id = this.#ids.get(key);
    switch (does) {
      case 'create':
        return this.#request('POST', `/${kind}${query}`, { data: { ...data, ...this.#marks(kind, key) } });
      case 'update':
        return this.#request('PUT', `/${kind}/${id}${query}`, { data });
      case 'delete':
        return this.#request('DELETE', `/${kind}/${id}${query}`);
      default:
        return this.#request('POST', `/${kind}/${id}/actions/${does}${query}`, {});
    }
  }

  /** The world of the document, and a number that gives each order an end. */
  #marks(kind: KindName, key: string): Record<string, string> {
    const { mark } = KINDS[kind];
    return mark === undefined ? {} : { [mark]: this.#mark, big: key.replace(/\D+/, '') };
  }

  #operation(operation: Operation): WireRequest {
    return this.#request('POST', this.#target.graphql, operation, '');
  }

  #request(method: string, path: string, body?: unknown, prefix = this.#target.prefix): WireRequest {
    const token = this.#target.tokens.full;
    return {
      method,
      url: this.#target.url + prefix + path,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    };
  }
}

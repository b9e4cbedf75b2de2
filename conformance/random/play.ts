// Puts a world into a deployment, asks it questions, and compares the answers with those of the model.
import { valueAt } from '../runner/captures';
import { type Client, curlOf, type WireRequest } from '../runner/client';
import type { Target } from '../target/target';
import { queryOf } from './ask';
import { type Body, type Entry, expectedOf, type Question, type World } from './model';

export interface Wrong {
  readonly status: number;
  readonly expected: unknown;
  readonly received: unknown;
  readonly request: WireRequest;
  /** The requests that wrote the world, as they were sent. */
  readonly wrote: readonly WireRequest[];
}

let worlds = 0;

/** A world in the deployment, until it is removed. */
export class Stage {
  readonly #target: Target;
  readonly #client: Client;
  readonly #world: World;
  readonly #own: string;
  readonly #ids = new Map<string, string>();
  readonly #wrote: WireRequest[] = [];

  constructor(target: Target, client: Client, world: World) {
    worlds += 1;
    this.#target = target;
    this.#client = client;
    this.#world = world;
    this.#own = `r${process.pid}x${Date.now().toString(36)}x${worlds}@conform.test`;
  }

  async build(): Promise<void> {
    const { groups, labels, plains } = this.#world;
    for (const [key, name] of Object.entries(groups)) await this.#create('groups', key, { name });
    for (const [key, name] of Object.entries(labels)) await this.#create('labels', key, { name });
    for (const [index, entry] of plains.entries()) await this.#write(entry, index);
  }

  async remove(): Promise<void> {
    for (const [key, id] of [...this.#ids].reverse()) await this.#send('DELETE', `/${placeOf(key)}/${id}`);
  }

  /** The difference between the answer and the model, or null. */
  async ask(question: Question): Promise<Wrong | null> {
    const request = this.#request('GET', `/plains?${queryOf(question, this.#own)}`);
    const answer = await this.#client.send(request);
    const expected = this.#wanted(question);
    const received = this.#seen(question, answer.body);
    if (answer.status === 200 && JSON.stringify(expected) === JSON.stringify(received)) return null;
    return {
      status: answer.status,
      expected,
      received: answer.status === 200 ? received : { status: answer.status, body: answer.body },
      request,
      wrote: this.#wrote,
    };
  }

  #wanted(question: Question): unknown {
    const { keys, total } = expectedOf(this.#world, question);
    const entries = keys.flatMap((key) => this.#world.plains.filter((entry) => entry.key === key));
    const documents = entries.map((entry) => ({
      key: entry.key,
      ...Object.fromEntries(
        Object.entries(entry.values)
          .sort()
          .map(([name, value]) => [name, isShown(question, name) ? comparable(value) : 'absent']),
      ),
      ...(question.populate.includes('group') ? { group: entry.group } : {}),
      ...(question.populate.includes('labels') ? { labels: entry.labels } : {}),
    }));
    return { total, documents };
  }

  /** The answer, with keys instead of ids. */
  #seen(question: Question, body: unknown): unknown {
    const keys = new Map([...this.#ids].map(([key, id]) => [id, key]));
    const keyOf = (id: unknown): string => keys.get(String(id)) ?? `unknown ${id}`;
    const data = valueAt(body, 'data');
    const names = Object.keys(this.#world.plains[0]?.values ?? {}).sort();
    const documents = (Array.isArray(data) ? data : []).map((document: unknown) => ({
      key: keyOf(valueAt(document, 'documentId')),
      ...Object.fromEntries(names.map((name) => [name, comparable(valueAt(document, name), name)])),
      ...(question.populate.includes('group') ? { group: oneOf(valueAt(document, 'group'), keyOf) } : {}),
      ...(question.populate.includes('labels')
        ? { labels: listIn(valueAt(document, 'labels')).map((label) => keyOf(valueAt(label, 'documentId'))) }
        : {}),
    }));
    return { total: valueAt(body, 'meta.pagination.total'), documents };
  }

  async #write(entry: Entry, index: number): Promise<void> {
    const [first, ...updates] = entry.writes;
    if (!first) return;
    await this.#create('plains', entry.key, { ...this.#sent(first), mail: this.#own, big: String(index) });
    for (const update of updates)
      await this.#send('PUT', `/plains/${this.#ids.get(entry.key)}`, this.#sent(update));
  }

  #sent({ values, group, labels }: Body): Record<string, unknown> {
    const ids = (keys: readonly string[]): unknown[] => keys.map((key) => this.#ids.get(key));
    const named = labels && !('connect' in labels || 'set' in labels) ? ids(labels) : undefined;
    const changed =
      labels && ('connect' in labels || 'set' in labels)
        ? Object.fromEntries(Object.entries(labels).map(([word, keys]) => [word, ids(keys)]))
        : undefined;
    return {
      ...values,
      ...(group === undefined ? {} : { group: group === null ? null : this.#ids.get(group) }),
      ...(labels === undefined ? {} : { labels: named ?? changed }),
    };
  }

  async #create(place: string, key: string, data: unknown): Promise<void> {
    const body = await this.#send('POST', `/${place}`, data);
    this.#ids.set(key, String(valueAt(body, 'data.documentId')));
  }

  async #send(method: string, path: string, data?: unknown): Promise<unknown> {
    const request = this.#request(method, path, data);
    if (method !== 'DELETE') this.#wrote.push(request);
    const { status, body, text } = await this.#client.send(request);
    if (status < 200 || status > 299)
      throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 300)}\n${curlOf(request)}`);
    return body;
  }

  #request(method: string, path: string, data?: unknown): WireRequest {
    const token = this.#target.tokens.full;
    return {
      method,
      url: this.#target.url + this.#target.prefix + path,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(data === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: data === undefined ? null : JSON.stringify({ data }),
    };
  }
}

const placeOf = (key: string): string =>
  key.startsWith('g') ? 'groups' : key.startsWith('l') ? 'labels' : 'plains';
const isShown = ({ fields }: Question, name: string): boolean => fields.length === 0 || fields.includes(name);

/** Numbers may be texts, and moments have several spellings. */
function comparable(value: unknown, name?: string): unknown {
  if (value === undefined) return 'absent';
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return Date.parse(value);
  return typeof value === 'string' && name === 'price' ? Number(value) : value;
}

/** A to-one relation may be wrapped: `{ "data": null }`. */
function oneOf(value: unknown, keyOf: (id: unknown) => string): string | null {
  const inner = valueAt(value, 'data') === undefined ? value : valueAt(value, 'data');
  return inner === null ? null : keyOf(valueAt(inner, 'documentId'));
}
function listIn(value: unknown): readonly unknown[] {
  const list = Array.isArray(value) ? value : valueAt(value, 'data');
  return Array.isArray(list) ? list : [];
}

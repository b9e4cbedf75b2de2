// A run: the application and the model carry out the same steps and are compared after each. When they differ, the history is reduced
// to the shortest one that still differs.
import { AppError, type DocumentObject } from '../../../../core';
import { createTestApp, examine, type TestApp, type TestDatabase } from '../../../../core/testing';
import {
  componentsOf,
  contentTypesOf,
  DEFAULT_LOCALE,
  drawContent,
  hasDrafts,
  hasLocales,
  KINDS,
  type Kind,
  LOCALES,
  STATUSES,
  uidOf,
} from './content';
import { type Dice, rollDice } from './dice';
import { drawOperation } from './draw-operation';
import { Model } from './model';
import { Refusal } from './model-state';
import { type Body, type LinkInput, type Operation, type Reference, tell } from './operations';
import { orderFaults, type Views } from './order';
import { type Place, POPULATE, pendingInModel, type Seen, seenInAnswer, seenInModel } from './view';

export interface RunOptions {
  readonly database: TestDatabase;
  readonly seed: number;
  readonly operations: number;
  /** The end of the run, in the time of performance.now(). */
  readonly until?: number;
  /** The time limit for reducing a history, in milliseconds. */
  readonly shrinkFor?: number;
}

export interface RunResult {
  readonly steps: number;
  /** Steps that both refused. */
  readonly refused: number;
  /** null: no difference, and the doctor found no mistake. */
  readonly failure: string | null;
}

const PLACES: readonly Place[] = LOCALES.flatMap((locale) => STATUSES.map((status) => ({ locale, status })));

export async function runModel(options: RunOptions): Promise<RunResult> {
  const history: Operation[] = [];
  const dice = rollDice(options.seed);
  const track = await Track.open(options.database, dice);
  let failure: string | null = null;
  try {
    for (let step = 1; step <= options.operations && failure === null; step += 1) {
      if (performance.now() > (options.until ?? Number.POSITIVE_INFINITY)) break;
      const operation = drawOperation(dice, track.model, step);
      history.push(operation);
      failure = await track.step(operation);
    }
    if (failure === null) failure = (await examine(track.app.kernel)).join('\n') || null;
  } finally {
    await track.close();
  }
  const { steps, refused } = track;
  if (failure === null) return { steps, refused, failure };
  const short = await shorten(options, history);
  const lines = short.history.map(tell).join('\n  ');
  return {
    steps,
    refused,
    failure: `seed ${options.seed} on ${options.database}: ${short.failure ?? failure}\ncontent: ${JSON.stringify(track.model.content.relations.filter((relation) => lines.includes(relation.name) || (relation.inverse !== null && lines.includes(relation.inverse))))}, parts point at ${track.model.content.partTarget}, localized: ${[...track.model.content.localized].join()}\nafter:\n  ${lines}`,
  };
}

async function shorten(
  { database, seed, shrinkFor = 20_000 }: RunOptions,
  history: readonly Operation[],
): Promise<{ readonly history: readonly Operation[]; readonly failure: string | null }> {
  const until = performance.now() + shrinkFor;
  let shortest = history;
  let failure: string | null = null;
  for (let size = Math.ceil(history.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = shortest.length - 1 - size; at > -size; at -= size) {
      if (performance.now() > until) return { history: shortest, failure };
      const shorter = [...shortest.slice(0, Math.max(at, 0)), ...shortest.slice(at + size)];
      const again = await replay(database, seed, shorter);
      if (again === null) continue;
      shortest = shorter.slice(0, again.steps);
      failure = again.failure;
    }
  }
  return { history: shortest, failure };
}

/** null: this history shows no difference. */
async function replay(
  database: TestDatabase,
  seed: number,
  history: readonly Operation[],
): Promise<{ readonly steps: number; readonly failure: string } | null> {
  const track = await Track.open(database, rollDice(seed));
  try {
    for (const [index, operation] of history.entries()) {
      const failure = await track.step(operation);
      if (failure !== null) return { steps: index + 1, failure };
    }
    const sick = (await examine(track.app.kernel)).join('\n');
    return sick === '' ? null : { steps: history.length, failure: sick };
  } finally {
    await track.close();
  }
}

type Call = (args: object) => Promise<DocumentObject | null>;

class Track {
  steps = 0;
  refused = 0;
  readonly #ids = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  /** Document and tag of the model → id of the entry. */
  readonly #entries = new Map<string, number>();
  #views: Views = [];

  private constructor(
    readonly app: TestApp,
    readonly model: Model,
  ) {}

  static async open(database: TestDatabase, dice: Dice): Promise<Track> {
    const content = drawContent(dice);
    const app = await createTestApp({
      database,
      contentTypes: contentTypesOf(content),
      components: componentsOf(content),
      config: {
        plugins: { rest: true, 'draft-and-publish': true, i18n: { config: { locales: [...LOCALES] } } },
      },
    });
    return new Track(app, new Model(content));
  }

  close(): Promise<void> {
    return this.app.close();
  }

  /** null: both agree. */
  async step(operation: Operation): Promise<string | null> {
    this.steps += 1;
    let expected = 200;
    try {
      this.model.perform(operation);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      expected = error.status;
      this.refused += 1;
    }
    const { status, text } = await this.#perform(operation);
    if (status !== expected) return `${tell(operation)} answers ${status}, not ${expected}: ${text}`;
    const before = this.#views;
    const faults: string[] = [];
    this.#views = await Promise.all(
      KINDS.flatMap((type) =>
        PLACES.map(async (place) => ({ place, type, seen: await this.#read(type, place) })),
      ),
    );
    for (const { place, type, seen } of this.#views) faults.push(...this.#compare(type, place, seen));
    for (const type of KINDS.filter(hasDrafts))
      for (const locale of hasLocales(type) ? LOCALES : [DEFAULT_LOCALE])
        faults.push(...(await this.#compareModified(type, locale)));
    if (faults.length === 0)
      faults.push(
        ...orderFaults(
          expected === 200 ? operation : { ...operation, body: { links: {} } },
          this.model.content.relations,
          before,
          this.#views,
        ),
      );
    return faults.length === 0 ? null : faults.slice(0, 5).join('\n');
  }

  async #read(type: Kind, { locale, status }: Place): Promise<Map<string, Seen>> {
    const { relations } = this.model.content;
    const documents = await this.app.documents(uidOf(type)).findMany({
      locale,
      status,
      populate: POPULATE(relations, type),
      pagination: { limit: 100 },
    } as never);
    return new Map(
      documents.map((document) => [
        this.#keyOf(document.documentId),
        seenInAnswer(document, type, relations, (id) => this.#keyOf(id)),
      ]),
    );
  }

  readonly #keyOf = (documentId: string): string => this.#keys.get(documentId) ?? `(${documentId})`;

  #compare(type: Kind, place: Place, seen: ReadonlyMap<string, Seen>): string[] {
    const wanted = seenInModel(this.model, type, place);
    const faults: string[] = [];
    const at = `(${place.locale}, ${place.status})`;
    for (const key of new Set([...wanted.keys(), ...seen.keys()])) {
      const [should, does] = [wanted.get(key), seen.get(key)];
      if (!should || !does) {
        faults.push(`${key} ${at} ${should ? 'is not shown' : 'should not be shown'}`);
        continue;
      }
      const parts = should.parts.map((part, index) => ({
        ...part,
        id: this.#entryId(key, part.id, does.parts[index]?.id),
      }));
      for (const [what, one, other] of [
        ['values', should.values, does.values],
        ['parts', parts, does.parts],
        ['links', should.links, does.links],
        ['back', sorted(should.back), sorted(does.back)],
      ] as const)
        if (JSON.stringify(one) !== JSON.stringify(other))
          faults.push(`${what} of ${key} ${at} are ${JSON.stringify(other)}, not ${JSON.stringify(one)}`);
    }
    return faults;
  }

  /** Every draft that differs from its published row must be listed as modified. */
  async #compareModified(type: Kind, locale: string): Promise<string[]> {
    const found = await this.app.documents(uidOf(type)).findMany({
      locale,
      status: 'draft',
      publicationFilter: 'modified',
      pagination: { limit: 100 },
    } as never);
    const modified = new Set(found.map(({ documentId }) => this.#keyOf(documentId)));
    return pendingInModel(this.model, type, locale)
      .filter((key) => !modified.has(key))
      .map((key) => `${key} (${locale}) is not said to be modified`);
  }

  /** Checks that each entry keeps its id, and that no two entries have one id. */
  #entryId(key: string, tag: number, shown: number | undefined): number {
    const name = `${key} ${tag}`;
    const known = this.#entries.get(name);
    if (known !== undefined || shown === undefined) return known ?? 0;
    const isTaken = [...this.#entries].some(([other, id]) => id === shown && other.startsWith(`${key} `));
    if (isTaken) return 0;
    this.#entries.set(name, shown);
    return shown;
  }

  async #perform(operation: Operation): Promise<{ readonly status: number; readonly text: string }> {
    const { kind, type, key, locale, status, body, overHttp } = operation;
    const documentId = this.#ids.get(key) ?? `gone-${key}`;
    const words = { ...(locale === undefined ? {} : { locale }), ...(status ? { status } : {}) };
    const data = body ? this.#dataOf(operation, body) : undefined;
    if (overHttp) return this.#request(operation, documentId, words, data);
    const service = this.app.documents(uidOf(type)) as unknown as Readonly<Record<string, Call>>;
    try {
      const answer = await service[kind]?.({
        ...(kind === 'create' ? {} : { documentId }),
        ...words,
        ...(data ? { data } : {}),
      });
      if (kind === 'create' && answer) this.#know(key, answer.documentId);
      return { status: answer ? 200 : 404, text: '' };
    } catch (error) {
      if (error instanceof AppError) return { status: error.status, text: error.message };
      throw new Error(`${tell(operation)} throws ${error instanceof Error ? error.stack : String(error)}`);
    }
  }

  async #request(
    { kind, type, key }: Operation,
    documentId: string,
    words: Readonly<Record<string, string>>,
    data: object | undefined,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const query = new URLSearchParams(words).toString();
    const one = `/api/${type}s/${documentId}`;
    const { agent } = this.app;
    const request =
      kind === 'create'
        ? agent.post(`/api/${type}s?${query}`).send({ data })
        : kind === 'update'
          ? agent.put(`${one}?${query}`).send({ data })
          : kind === 'delete'
            ? agent.delete(`${one}?${query}`)
            : agent.post(`${one}/actions/${kind === 'discardDraft' ? 'discard-draft' : kind}?${query}`);
    const answer = await request;
    if (kind === 'create' && answer.status === 201) this.#know(key, String(answer.body.data.documentId));
    return { status: answer.status < 300 ? 200 : answer.status, text: answer.text };
  }

  #know(key: string, documentId: string): void {
    this.#ids.set(key, documentId);
    this.#keys.set(documentId, key);
  }

  #dataOf({ type, key, locale }: Operation, { parts, links, ...values }: Body): object {
    const id = (one: string): string => this.#ids.get(one) ?? `gone-${one}`;
    const reference = ({ key: one, ...words }: Reference): unknown =>
      Object.keys(words).length === 0 ? id(one) : { documentId: id(one), ...words };
    const input = (given: LinkInput): unknown =>
      'set' in given
        ? { set: given.set.map(reference) }
        : {
            connect: given.connect.map(({ position, ...one }) =>
              position
                ? {
                    ...(Object.keys(one).length === 1
                      ? { documentId: id(one.key) }
                      : (reference(one) as object)),
                    position: Object.fromEntries(
                      Object.entries(position).map(([word, to]) => [
                        word,
                        to === true ? true : id(String(to)),
                      ]),
                    ),
                  }
                : reference(one),
            ),
            disconnect: given.disconnect.map(id),
          };
    const status = hasDrafts(type) ? 'draft' : 'published';
    const at = hasLocales(type) ? (locale ?? LOCALES[0]) : LOCALES[0];
    const view = this.#views.find(
      ({ place, type: of }) => of === type && place.locale === at && place.status === status,
    );
    const stored = view?.seen.get(key)?.parts ?? [];
    return {
      ...values,
      ...(parts
        ? {
            parts: parts.flatMap(({ keep, label, one, many }) => {
              const kept = keep === undefined ? undefined : stored[keep];
              if (keep !== undefined && !kept) return [];
              return [
                {
                  ...(kept ? { id: kept.id } : {}),
                  ...(label === undefined ? {} : { label }),
                  ...(one ? { one: input(one) } : {}),
                  ...(many ? { many: input(many) } : {}),
                },
              ];
            }),
          }
        : {}),
      ...Object.fromEntries(Object.entries(links).map(([name, given]) => [name, input(given)])),
    };
  }
}

const sorted = (lists: Readonly<Record<string, readonly string[]>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...list].sort()]));

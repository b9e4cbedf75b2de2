// Lifecycles of content types, per row, as in Strapi: `lifecycles` beside a schema, and `strapi.db.lifecycles.subscribe`. The event before the
// write of a request runs before the transaction, and may change its data. All other events run inside it: an error rolls it back.
import { AsyncLocalStorage } from 'node:async_hooks';
import { type App, check, type WriteAction, type WriteContext, type WriteResult } from '../../../core';
import type { Parts } from '../project/load-project';
import { NAME } from '../types';
import { unobserved } from './origin';
import { firstEvent, type Kind, laterEvents, type RowEvent, rowsToRemove, rowsToReplace } from './row-events';
import { SENT_PASSWORD } from './user-rows';

export interface LifecycleEvent {
  readonly action: string;
  readonly model: unknown;
  state: Record<string, unknown>;
  readonly params: { data?: Record<string, unknown>; where?: Readonly<Record<string, unknown>> };
  result?: unknown;
}

type Handler = (event: LifecycleEvent) => unknown;
type Subscriber = Handler | Readonly<Record<string, unknown>>;

export interface Lifecycles {
  subscribe(subscriber: Subscriber): () => void;
  /** Runs a `…Many` of `strapi.db.query`. Its two events replace those of its rows. `params`: the code may change them. */
  many<P extends object, T>(uid: string, kind: Kind, params: P, work: (params: P) => Promise<T>): Promise<T>;
  /** Taps the hooks of documents. */
  attach(app: App): void;
}

export interface LifecyclesOptions {
  readonly app: App;
  parts(): Parts;
  contentType(uid: string): unknown;
}

/** Passwords are not hashed yet, so code does not get them. */
const shownTo = ({ scalars }: WriteAction['type'], sent: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(sent).map(([key, value]) => {
      const isSecret = typeof value === 'string' && scalars.get(key)?.type.secret === true;
      return [key, isSecret ? SENT_PASSWORD : value];
    }),
  );

/** Strapi sets them before its events. */
const defaultsOf = ({ scalars }: WriteAction['type']): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...scalars.values()].flatMap(({ name, common }) =>
      common.default === undefined ? [] : [[name, common.default]],
    ),
  );

type Begun = Pick<LifecycleEvent, 'state' | 'params'>;

/** Of one write. */
interface Started extends Begun {
  readonly event: RowEvent;
}

/** A row that the write will remove. */
interface Removing extends Begun {
  readonly row: unknown;
}

/** Of one action: each attempt of a transaction gets a copy of its state. */
interface ActionState {
  started?: Started;
  removing?: ReadonlyMap<number, Removing>;
  /** By row id: rows as they were. */
  replaced?: ReadonlyMap<number, unknown>;
}

function stateOf({ state }: WriteAction): ActionState {
  state[NAME] ??= {};
  return state[NAME] as ActionState;
}

const EVENTS = /^(before|after)(Create|Update|Delete)(Many)?$/;

/** A sentence for each member of a subscriber that no event calls. `place`: where it is. */
export const lifecyclesNotRun = (subscriber: unknown, place: string): string[] =>
  Object.entries(check.isPlainObject(subscriber) ? subscriber : {})
    .filter(([name, member]) => typeof member === 'function' && !EVENTS.test(name))
    .map(
      ([name]) =>
        `${name} of ${place} does not run: Quire has the events of Create, Update and Delete, and their …Many. Limit reads with request.visibility in a plugin (docs/plugins/access.md)`,
    );

export function createLifecycles({ app, parts, contentType }: LifecyclesOptions): Lifecycles {
  const subscribers = new Set<Subscriber>();
  const inMany = new AsyncLocalStorage<true>();

  /** The functions for an event: the file of the type first. */
  function handlersOf(uid: string, name: string): Handler[] {
    const own = parts().get(uid)?.value;
    const of = (source: unknown): Handler[] => {
      const handler = check.isPlainObject(source) ? source[name] : undefined;
      return typeof handler === 'function' ? [handler.bind(source) as Handler] : [];
    };
    const subscribed = [...subscribers].flatMap((subscriber): Handler[] => {
      if (typeof subscriber === 'function') return [subscriber];
      const { models } = subscriber;
      return Array.isArray(models) && !models.includes(uid) ? [] : of(subscriber);
    });
    return [...of(own), ...subscribed];
  }

  /** The state, which the code may replace. */
  async function emit(
    uid: string,
    name: string,
    rest: Omit<LifecycleEvent, 'action' | 'model'>,
  ): Promise<LifecycleEvent['state']> {
    const handlers = handlersOf(uid, name);
    if (handlers.length === 0) return rest.state;
    const event: LifecycleEvent = { action: name, model: contentType(uid), ...rest };
    for (const handler of handlers) await handler(event);
    return event.state ?? rest.state;
  }

  /** Is there code for the events of a row? */
  const isHeard = (uid: string): boolean =>
    (subscribers.size > 0 || parts().has(uid)) && inMany.getStore() === undefined;

  const rowAt = (uid: string, documentId: string, { axes }: Pick<RowEvent, 'axes'>) =>
    unobserved(app.documents(uid)).findOne({ documentId, ...axes });

  const exists = async (uid: string, documentId: string): Promise<boolean> =>
    (await unobserved(app.documents(uid)).count({
      filters: { documentId },
      locale: '*',
      status: 'draft',
    } as never)) > 0;

  async function before(action: WriteAction): Promise<void> {
    const { type, documentId } = action;
    const { uid } = type;
    if (!isHeard(uid)) return;
    const asked = firstEvent(action);
    if (asked === null) return;
    const row = asked.kind === 'Update' ? await rowAt(uid, documentId, asked) : null;
    // The write will answer that the document does not exist.
    if (asked.kind === 'Update' && row === null && !(await exists(uid, documentId))) return;
    // A row of another locale is a new one.
    const event: RowEvent = asked.kind === 'Update' && row === null ? { ...asked, kind: 'Create' } : asked;
    const sent: Readonly<Record<string, unknown>> = action.values();
    const shown = { ...(event.kind === 'Create' ? defaultsOf(type) : {}), ...shownTo(type, sent) };
    const params: LifecycleEvent['params'] = { data: structuredClone(shown) };
    if (row) params.where = { id: row.id, documentId };
    else params.data = { ...params.data, documentId };
    const state = await emit(uid, `before${event.kind}`, { state: {}, params });
    const left = params.data ?? {};
    // The other rows have these values already.
    const shared = event === asked ? undefined : type.axes.find(({ axis }) => axis.name === 'locale')?.shared;
    for (const [key, value] of Object.entries(left))
      if (
        type.attributes.has(key) &&
        !shared?.has(key) &&
        JSON.stringify(value) !== JSON.stringify(shown[key])
      )
        action.set(key, value);
    // A value that the code has deleted is not stored.
    for (const key of Object.keys(sent))
      if (type.attributes.has(key) && left[key] === undefined) action.set(key, undefined);
    if (params.data) params.data = shownTo(type, params.data);
    stateOf(action).started = { event, state, params };
  }

  async function beforeRemoval({ action }: WriteContext): Promise<void> {
    const { type, documentId } = action;
    if (!isHeard(type.uid)) return;
    const begun = new Map<number, Removing>();
    for (const { id, axes } of rowsToRemove(action)) {
      const row = await rowAt(type.uid, documentId, { axes });
      const params: LifecycleEvent['params'] = { where: { id, documentId } };
      const state = await emit(type.uid, 'beforeDelete', { state: {}, params });
      begun.set(id, { state, params, row });
    }
    const replaced = new Map<number, unknown>();
    for (const { id, axes } of rowsToReplace(action))
      replaced.set(id, await rowAt(type.uid, documentId, { axes }));
    stateOf(action).replaced = replaced;
    // A retry of the transaction runs it again.
    stateOf(action).removing = begun;
  }

  async function after(result: WriteResult): Promise<void> {
    const { type: uid, documentId, action } = result;
    if (!isHeard(uid)) return;
    const first = stateOf(action).started;
    if (first) {
      const row = await rowAt(uid, documentId, first.event);
      const { state, params } = first;
      await emit(uid, `after${first.event.kind}`, { state, params, result: row });
    }
    for (const event of laterEvents(result)) await one(uid, documentId, event, result);
  }

  /** Both events of a row that the write has changed by itself. */
  async function one(
    uid: string,
    documentId: string,
    event: RowEvent,
    { rows, action }: WriteResult,
  ): Promise<void> {
    const { kind, axes } = event;
    const id = rows.find((row) => row.axes === axes)?.id;
    const begun = kind === 'Delete' && id !== undefined ? stateOf(action).removing?.get(id) : undefined;
    if (begun) {
      const { state, params } = begun;
      await emit(uid, 'afterDelete', { state, params, result: begun.row });
      return;
    }
    const row =
      kind === 'Delete'
        ? (stateOf(action).replaced?.get(id ?? 0) ?? { id, documentId, ...axes })
        : await rowAt(uid, documentId, event);
    const params: LifecycleEvent['params'] =
      kind === 'Delete' ? { where: { id, documentId } } : { data: { ...row } };
    const state = await emit(uid, `before${kind}`, { state: {}, params });
    await emit(uid, `after${kind}`, { state, params, result: row });
  }

  return {
    subscribe(subscriber) {
      for (const sentence of lifecyclesNotRun(subscriber, 'strapi.db.lifecycles.subscribe'))
        app.log.warn(sentence, { plugin: NAME });
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    async many(uid, kind, params, work) {
      const state = await emit(uid, `before${kind}Many`, { state: {}, params });
      const result = await inMany.run(true, () => work(params));
      await emit(uid, `after${kind}Many`, { state, params, result });
      return result;
    },
    attach({ hooks }) {
      hooks.documents.prepare(before);
      hooks.documents.writing(beforeRemoval);
      hooks.documents.written(after);
    },
  };
}

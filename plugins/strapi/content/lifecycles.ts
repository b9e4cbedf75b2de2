// Lifecycles of content types, per row, as in Strapi. The event before the write of a request runs before the transaction, and may change its
// data. All other events run inside it: an error rolls it back.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { App, WriteAction, WriteContext, WriteResult } from '../../../core';
import { NAME } from '../types';
import { createHandlers, type HandlersOptions, type LifecycleEvent, type Subscriber } from './handlers';
import { unobserved } from './origin';
import { createReadEvents, type ReadEvents } from './read-events';
import { firstEvent, type Kind, laterEvents, type RowEvent, rowsToRemove, rowsToReplace } from './row-events';
import { SENT_PASSWORD } from './user-rows';

export interface Lifecycles {
  subscribe(subscriber: Subscriber): () => void;
  /** Runs a `…Many` of `strapi.db.query`. Its two events replace those of its rows. `params`: the code may change them. */
  many<P extends object, T>(uid: string, kind: Kind, params: P, work: (params: P) => Promise<T>): Promise<T>;
  readonly reads: ReadEvents;
  /** Taps the hooks of documents. */
  attach(app: App): void;
}

export interface LifecyclesOptions extends HandlersOptions {
  readonly app: App;
  /** Code listens to reads. */
  onReads(): void;
}

type Values = Readonly<Record<string, unknown>>;

/** Passwords are not hashed yet, so code does not get them. */
const shownTo = ({ scalars }: WriteAction['type'], sent: Values) =>
  Object.fromEntries(
    Object.entries(sent).map(([key, value]) => {
      const isSecret = typeof value === 'string' && scalars.get(key)?.type.secret === true;
      return [key, isSecret ? SENT_PASSWORD : value];
    }),
  );

/** Strapi sets them before its events. */
const defaultsOf = ({ scalars }: WriteAction['type']): Values =>
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

export function createLifecycles(options: LifecyclesOptions): Lifecycles {
  const { app, onReads } = options;
  const handlers = createHandlers(options);
  const { emit } = handlers;
  /** The type whose rows a `…Many` writes. */
  const inMany = new AsyncLocalStorage<string>();

  /** Is there code for the events of a row? */
  const isHeard = (uid: string): boolean => handlers.has(uid) && inMany.getStore() !== uid;

  const rowAt = (uid: string, documentId: string, { axes }: Pick<RowEvent, 'axes'>) =>
    unobserved(app.documents(uid)).findOne({ documentId, ...axes });

  const exists = async (uid: string, documentId: string): Promise<boolean> =>
    (await unobserved(app.documents(uid)).count({
      filters: { documentId },
      locale: '*',
      status: 'draft',
    } as never)) > 0;

  /** A clone has the values of its source. */
  async function valuesOfNew({ type, source, target }: WriteAction): Promise<Values> {
    if (source === null) return defaultsOf(type);
    const row = await rowAt(type.uid, source, { axes: target });
    return Object.fromEntries(Object.entries(row ?? {}).filter(([key]) => type.attributes.has(key)));
  }

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
    const sent: Values = action.values();
    const base = event.kind === 'Create' ? await valuesOfNew(action) : {};
    const shown = { ...base, ...shownTo(type, sent) };
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
      const remove = handlers.add(subscriber);
      if (handlers.hasReads(null)) onReads();
      return remove;
    },
    async many(uid, kind, params, work) {
      const state = await emit(uid, `before${kind}Many`, { state: {}, params });
      const result = await inMany.run(uid, () => work(params));
      await emit(uid, `after${kind}Many`, { state, params, result });
      return result;
    },
    reads: createReadEvents(handlers),
    attach({ hooks }) {
      if (handlers.hasReads(null)) onReads();
      hooks.documents.prepare(before);
      hooks.documents.writing(beforeRemoval);
      hooks.documents.written(after);
    },
  };
}

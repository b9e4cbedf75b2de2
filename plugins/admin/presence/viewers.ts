// The viewers of documents: the users who have a document open, in one locale. Each process sends the ids of its own viewers to the others
// over the bus. A process that is killed sends no more messages, so the others remove its viewers after `STALE` ticks of their own.
import { type Bus, check, runCheck } from '../../../core';

export interface Viewers {
  /** `key` names the document and the locale. `changed` runs when its viewers may have changed. Returns the function that ends the view. */
  open(key: string, user: number, changed: () => void): () => void;
  /** The ids of the viewers, each once. */
  of(key: string): readonly number[];
  /** At intervals: sends the viewers of this process again, and removes those of processes that send nothing. */
  tick(): void;
}

interface Viewer {
  readonly user: number;
  readonly changed: () => void;
}

const TOPIC = 'admin presence';
const STALE = 4;
/** Documents in one message. */
const MOST_KEYS = 50;
/** Viewers of one document; a page names fewer. */
const MOST_VIEWERS = 50;

const MESSAGE = check.object({
  /** Key → the viewers in the process of the sender. An empty list: it has none any more. */
  viewers: check.record(check.array(check.integer())),
  /** Keys whose viewers the sender wants to know. */
  asks: check.array(check.string()),
});

export function createViewers(bus: Pick<Bus, 'node' | 'publish' | 'subscribe' | 'onGap'>): Viewers {
  const here = new Map<string, Set<Viewer>>();
  /** Key → process → its viewers. Only of keys that have viewers here. */
  const elsewhere = new Map<string, Map<string, { readonly users: readonly number[]; age: number }>>();
  let ends: readonly (() => void)[] = [];

  const usersHere = (key: string): number[] =>
    [...new Set([...(here.get(key) ?? [])].map(({ user }) => user))].slice(0, MOST_VIEWERS);
  const notify = (key: string): void => {
    for (const { changed } of here.get(key) ?? []) changed();
  };
  const send = (keys: readonly string[], asks: readonly string[] = []): void => {
    for (let start = 0; start < keys.length; start += MOST_KEYS) {
      const some = keys.slice(start, start + MOST_KEYS);
      const message = Object.fromEntries(some.map((key) => [key, usersHere(key)]));
      bus.publish(TOPIC, { viewers: message, asks: asks.filter((key) => some.includes(key)) });
    }
  };

  function take(message: unknown, from: string): void {
    if (from === bus.node) return;
    const { value, issues } = runCheck(MESSAGE, message);
    // A process of another version sent it.
    if (issues.length > 0) return;
    for (const [key, users] of Object.entries(value.viewers)) {
      if (!here.has(key)) continue;
      const processes = elsewhere.get(key) ?? new Map();
      elsewhere.set(key, processes);
      if (users.length === 0) processes.delete(from);
      else processes.set(from, { users, age: 0 });
      notify(key);
    }
    const asked = value.asks.filter((key) => here.has(key));
    if (asked.length > 0) send(asked);
  }

  /** A process without open documents reads no messages. */
  const listen = (): void => {
    if (ends.length > 0) return;
    ends = [bus.subscribe(TOPIC, take), bus.onGap(() => send([...here.keys()], [...here.keys()]))];
  };
  const close = (key: string, viewer: Viewer): void => {
    const viewers = here.get(key);
    if (!viewers?.delete(viewer)) return;
    if (viewers.size === 0) {
      here.delete(key);
      elsewhere.delete(key);
    }
    send([key]);
    notify(key);
    if (here.size > 0) return;
    for (const end of ends) end();
    ends = [];
  };

  return {
    open(key, user, changed) {
      listen();
      const viewer: Viewer = { user, changed };
      const viewers = here.get(key) ?? new Set();
      here.set(key, viewers);
      viewers.add(viewer);
      send([key], viewers.size === 1 ? [key] : []);
      notify(key);
      return () => close(key, viewer);
    },
    of(key) {
      const others = [...(elsewhere.get(key)?.values() ?? [])].flatMap(({ users }) => users);
      return [...new Set([...usersHere(key), ...others])].slice(0, MOST_VIEWERS);
    },
    tick() {
      send([...here.keys()]);
      for (const [key, processes] of elsewhere)
        for (const [node, known] of processes) {
          known.age += 1;
          if (known.age <= STALE) continue;
          processes.delete(node);
          notify(key);
        }
    },
  };
}

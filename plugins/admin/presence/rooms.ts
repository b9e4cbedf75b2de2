// Who has which document open. A room is a document in one locale. Each process knows its own people, and tells the others over the bus;
// messages have ids only. A process that is killed says nothing more, so its people leave after `STALE` ticks.
import { type Bus, check, runCheck } from '../../../core';

export interface Rooms {
  /** `changed` runs when the people of the room may have changed. Returns the function that leaves. */
  enter(room: string, user: number, changed: () => void): () => void;
  /** The ids of the users in the room, each once. */
  people(room: string): readonly number[];
  /** From time to time: says again who is here, and forgets processes that say nothing. */
  tick(): void;
}

interface Person {
  readonly user: number;
  readonly changed: () => void;
}

const TOPIC = 'admin presence';
const STALE = 4;
/** Rooms in one message. */
const MOST_ROOMS = 50;
/** Other people in a room; a page names fewer. */
const MOST_PEOPLE = 50;

const MESSAGE = check.object({
  /** The users of one process in a room; an empty list: all have left. */
  rooms: check.record(check.array(check.integer())),
  /** Rooms whose people the sender wants to know. */
  asks: check.array(check.string()),
});

export function createRooms(bus: Pick<Bus, 'node' | 'publish' | 'subscribe' | 'onGap'>): Rooms {
  const here = new Map<string, Set<Person>>();
  /** Room → process → its people. Only of rooms that have people here. */
  const elsewhere = new Map<string, Map<string, { readonly users: readonly number[]; age: number }>>();
  let ends: readonly (() => void)[] = [];

  const usersHere = (room: string): number[] =>
    [...new Set([...(here.get(room) ?? [])].map(({ user }) => user))].slice(0, MOST_PEOPLE);
  const notify = (room: string): void => {
    for (const { changed } of here.get(room) ?? []) changed();
  };
  const send = (rooms: readonly string[], asks: readonly string[] = []): void => {
    for (let start = 0; start < rooms.length; start += MOST_ROOMS) {
      const some = rooms.slice(start, start + MOST_ROOMS);
      const message = Object.fromEntries(some.map((room) => [room, usersHere(room)]));
      bus.publish(TOPIC, { rooms: message, asks: asks.filter((room) => some.includes(room)) });
    }
  };

  function take(message: unknown, from: string): void {
    if (from === bus.node) return;
    const { value, issues } = runCheck(MESSAGE, message);
    // A process of another version.
    if (issues.length > 0) return;
    for (const [room, users] of Object.entries(value.rooms)) {
      if (!here.has(room)) continue;
      const processes = elsewhere.get(room) ?? new Map();
      elsewhere.set(room, processes);
      if (users.length === 0) processes.delete(from);
      else processes.set(from, { users, age: 0 });
      notify(room);
    }
    const asked = value.asks.filter((room) => here.has(room));
    if (asked.length > 0) send(asked);
  }

  /** A process without open documents reads no messages. */
  const listen = (): void => {
    if (ends.length > 0) return;
    ends = [bus.subscribe(TOPIC, take), bus.onGap(() => send([...here.keys()], [...here.keys()]))];
  };
  const leave = (room: string, person: Person): void => {
    const people = here.get(room);
    if (!people?.delete(person)) return;
    if (people.size === 0) {
      here.delete(room);
      elsewhere.delete(room);
    }
    send([room]);
    notify(room);
    if (here.size > 0) return;
    for (const end of ends) end();
    ends = [];
  };

  return {
    enter(room, user, changed) {
      listen();
      const person: Person = { user, changed };
      const people = here.get(room) ?? new Set();
      here.set(room, people);
      people.add(person);
      send([room], people.size === 1 ? [room] : []);
      notify(room);
      return () => leave(room, person);
    },
    people(room) {
      const others = [...(elsewhere.get(room)?.values() ?? [])].flatMap(({ users }) => users);
      return [...new Set([...usersHere(room), ...others])].slice(0, MOST_PEOPLE);
    },
    tick() {
      send([...here.keys()]);
      for (const [room, processes] of elsewhere)
        for (const [node, known] of processes) {
          known.age += 1;
          if (known.age <= STALE) continue;
          processes.delete(node);
          notify(room);
        }
    },
  };
}

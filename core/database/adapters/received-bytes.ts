// Counts the bytes that arrive for a read from a database server, in the control of the read. A read starts with the bytes of the last
// equal read. Without room for these bytes, one read runs as a probe, because its answer may be small. Equal reads wait for the end of the
// probe. After a small answer they run too; otherwise they are refused before their statements are sent.
import type { Socket } from 'node:net';
import type { ReadControl, Statement } from '../database';

/** Bytes. Nearly every read has fewer, and they are not counted. */
const SMALL = 65_536;
/** Rows, and the text that is made of them. */
const COPIES = 2;

/** By the first statement of a read. */
const last = new WeakMap<Statement, number>();
/** Resolved when the probe under way has ended. */
const probes = new WeakMap<Statement, Promise<void>>();

/** Each method throws what `control.hold` throws. */
export class ReceivedBytes {
  /** Rows found no room while they arrived. */
  isRefused = false;
  #arrived = 0;
  #held = 0;
  #endProbe: (() => void) | null = null;

  constructor(
    readonly control: ReadControl,
    private readonly first: Statement,
  ) {}

  /** A promise: it waits for a probe. */
  begin(): Promise<void> | null {
    const { first, control } = this;
    const expected = last.get(first);
    if (expected === undefined) return null;
    if (control.hasRoomFor(COPIES * expected)) {
      this.#hold(expected);
      return null;
    }
    const probe = probes.get(first);
    if (probe) return probe.then(() => this.#hold(last.get(first) ?? 0));
    const ended = new Promise<void>((resolve) => {
      this.#endProbe = resolve;
    });
    probes.set(first, ended);
    return null;
  }

  add(bytes: number): void {
    this.#arrived += bytes;
    if (this.#arrived <= SMALL || this.#arrived <= this.#held) return;
    try {
      this.#hold(this.#arrived);
    } catch (error) {
      this.isRefused = true;
      throw error;
    }
  }

  /** All rows are here. */
  end(): void {
    const isLarge = this.#arrived > SMALL;
    if (isLarge) last.set(this.first, this.#arrived);
    else if (this.#held > 0 || this.#endProbe) last.delete(this.first);
    this.#hold(isLarge ? this.#arrived : 0);
    this.#leave();
  }

  /** The read has failed. */
  drop(): void {
    this.#leave();
    this.#hold(0);
  }

  #leave(): void {
    if (!this.#endProbe) return;
    probes.delete(this.first);
    this.#endProbe();
    this.#endProbe = null;
  }

  #hold(bytes: number): void {
    this.control.hold(COPIES * (bytes - this.#held));
    this.#held = bytes;
  }
}

/** A property that the types of both drivers leave out. */
export interface Streaming {
  readonly stream: Socket;
}

interface Counter {
  arrived: ((bytes: number) => void) | null;
}

/** One listener per connection: adding one costs more than a small read. */
const counters = new WeakMap<Socket, Counter>();

export function countBytes({ stream }: Streaming, arrived: (bytes: number) => void): () => void {
  const counter = counters.get(stream) ?? listen(stream);
  counter.arrived = arrived;
  return () => {
    counter.arrived = null;
  };
}

function listen(stream: Socket): Counter {
  const counter: Counter = { arrived: null };
  stream.on('data', (chunk: Buffer) => counter.arrived?.(chunk.length));
  counters.set(stream, counter);
  return counter;
}

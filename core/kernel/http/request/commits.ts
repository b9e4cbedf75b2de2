// The commits of one request. A request whose time is over commits nothing. After a commit its answer never says that it was stopped.

export interface Commits {
  /** Right before a COMMIT. Throws when the time of the request is over; the transaction is then rolled back. */
  requireTime(): void;
  /** A COMMIT begins: from now on, the transaction may be stored. */
  begin(): void;
  /** The COMMIT that began has failed, and nothing is stored. */
  rolledBack(): void;
  /** Calls `over` when the time of the request is over, until the returned function is called. */
  onOver(over: () => void): () => void;
}

export class RequestCommits implements Commits {
  #mayBeStored = 0;
  #over: { readonly reason: unknown } | null = null;
  #hasEnded = false;
  #listeners: Set<() => void> | null = null;

  /** May something that the request wrote be stored? */
  get mayBeStored(): boolean {
    return this.#mayBeStored > 0;
  }

  requireTime(): void {
    // Work that follows a commit is done to its end: half of it would be worse than a late answer.
    if (this.#over !== null && !this.#hasEnded && !this.mayBeStored) throw this.#over.reason;
  }

  begin(): void {
    this.#mayBeStored += 1;
  }

  rolledBack(): void {
    this.#mayBeStored -= 1;
  }

  onOver(over: () => void): () => void {
    if (this.#over !== null) over();
    else {
      this.#listeners ??= new Set();
      this.#listeners.add(over);
    }
    return () => void this.#listeners?.delete(over);
  }

  /** The time of the request is over. */
  expire(reason: unknown): void {
    if (this.#over !== null) return;
    this.#over = { reason };
    for (const over of this.#listeners ?? []) over();
    this.#listeners = null;
  }

  /** The handler has ended. Work that it started, such as a timer, is no part of the request. */
  end(): void {
    this.#hasEnded = true;
  }
}

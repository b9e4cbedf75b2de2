// Where a case runs: the main deployment, or a separate one.
import type { Deployment } from '../cases/case';
import type { Target } from '../target/target';
import type { Client } from '../wire/client';
import { CaseWork } from './case-work';

/** `maker` creates the things that cases borrow. */
export interface Place {
  readonly target: Target;
  readonly maker: CaseWork;
}

export const placeOf = (target: Target, client: Client): Place => ({
  target,
  maker: new CaseWork(target, client),
});

/** The separate deployment of a line: starts with its first case, and ends after its last one. */
export class SeparatePlace {
  readonly #main: Target;
  readonly #client: Client;
  #started: Promise<Place> | undefined;

  constructor(main: Target, client: Client) {
    this.#main = main;
    this.#client = client;
  }

  of(deployment: Deployment): Promise<Place> {
    this.#started ??= this.#start(deployment);
    return this.#started;
  }

  async close(): Promise<void> {
    await this.#started?.then(({ target }) => target.close()).catch(() => undefined);
  }

  async #start(deployment: Deployment): Promise<Place> {
    if (!this.#main.deploy) throw new Error('the suite did not start this deployment');
    return placeOf(await this.#main.deploy(deployment), this.#client);
  }
}

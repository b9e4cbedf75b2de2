// What a random run asks.
import type { KindName } from './kinds';

export interface RandomOptions {
  readonly count: number;
  readonly seed: number;
  /** Also asks what only our decisions define. */
  readonly isOwn: boolean;
  /** The content types of the worlds; all that the deployment can have when absent. */
  readonly kinds?: readonly KindName[];
}

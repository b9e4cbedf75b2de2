// The options of a random run.

export interface RandomOptions {
  readonly count: number;
  readonly seed: number;
  /** Also asks about behaviour that only our decisions define. */
  readonly isOwn: boolean;
  /** The content types of the worlds; all that the deployment can have when absent. */
  readonly kinds?: readonly string[];
  /** Subscriptions to each world, which compare the events of each write. Absent: none. The deployment needs subscriptions. */
  readonly watches?: number;
  /** Each request uses one of these APIs. Absent: REST, and GraphQL if `isOwn`. */
  readonly over?: readonly ('rest' | 'graphql')[];
}

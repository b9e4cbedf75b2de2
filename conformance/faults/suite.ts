// What a run of faults asks, and where.

import type { Row } from '../spec/row';
import type { Client } from '../wire/client';

export interface Suite {
  readonly rows: readonly Row[];
  readonly client: Client;
  /** `sqlite`, or the address of a database: each fault gets an own database on its server. */
  readonly database: string;
  /** How many random questions a fault must survive too. */
  readonly random: number;
}

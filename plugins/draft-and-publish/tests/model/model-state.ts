// The documents of the model.
import type { Kind, Status } from './content';
import type { Link } from './model-links';

export interface Part {
  /** Entries keep their identity. */
  readonly tag: number;
  label: string | null;
  one: Link[];
  many: Link[];
}

export interface ModelRow {
  readonly locale: string | null;
  readonly status: Status | null;
  name: string | null;
  price: number | null;
  code: string | null;
  parts: Part[];
  links: Record<string, Link[]>;
}

export interface ModelDocument {
  readonly type: Kind;
  readonly key: string;
  rows: ModelRow[];
}

export class Refusal extends Error {
  constructor(
    readonly status: 400 | 404,
    reason: string,
  ) {
    super(reason);
  }
}

// One step of a run as data, for the service and the model alike. Documents have keys of the run (`both3`), so a history can be
// repeated without some of its steps.
import type { Kind, Status } from './content';

export interface Reference {
  readonly key: string;
  /** The locale or status that the item names, where the source has no such axis. */
  readonly locale?: string;
  readonly status?: Status;
}

export type Position =
  | { readonly start: true }
  | { readonly end: true }
  | { readonly before: string }
  | { readonly after: string };

export interface Connect extends Reference {
  readonly position?: Position;
}

export type LinkInput =
  | { readonly set: readonly Reference[] }
  | { readonly connect: readonly Connect[]; readonly disconnect: readonly string[] };

export interface PartInput {
  /** The place of an existing entry; absent: a new entry. */
  readonly keep?: number;
  readonly label?: string;
  readonly one?: LinkInput;
  readonly many?: LinkInput;
}

export interface Body {
  readonly name?: string;
  readonly price?: number | null;
  readonly code?: string | null;
  readonly parts?: readonly PartInput[];
  readonly links: Readonly<Record<string, LinkInput>>;
}

export interface Operation {
  readonly kind: 'create' | 'update' | 'delete' | 'publish' | 'unpublish' | 'discardDraft';
  readonly type: Kind;
  readonly key: string;
  /** `*`: all locales; undefined: the request names none. */
  readonly locale?: string;
  readonly status?: Status;
  readonly body?: Body;
  readonly overHttp?: boolean;
}

export const tell = ({ kind, type, key, body, ...words }: Operation): string =>
  `${kind} ${type} ${key} ${JSON.stringify(words)}${body ? ` ${JSON.stringify(body)}` : ''}`;

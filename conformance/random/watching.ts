// A subscription to the documents of a world: the events that the model expects after each write, and those that arrive.
import type { Listener, StreamEvent } from '../cases/case';
import { valueAt } from '../wire/captures';
import { receivedForm, wantedForm } from './compare';
import { inRestForm } from './graphql-wire';
import { type Question, View } from './model';
import type { Write } from './state';
import { localeIn, type State } from './stored';

export interface Watched {
  readonly question: Question;
  readonly listener: Listener;
  /** The documents whose last event showed them. A write of another document can end that the filters find them. */
  readonly shown: Set<string>;
}

const EVENTS: Readonly<Record<Write['does'], string>> = {
  ...{ create: 'create', update: 'update', delete: 'delete' },
  ...{ publish: 'publish', unpublish: 'unpublish', 'discard-draft': 'discard' },
};

/**
 * The events of one write, or null: the model does not know whether the write changed the row that the subscriber sees, because values are
 * shared with the row of another locale.
 */
export function wantedEvents(
  { question, shown }: Watched,
  write: Write,
  before: State,
  after: State,
): unknown[] | null {
  const { kind, locale, status, filter } = question;
  if (write.kind !== kind) return [];
  if (localeIn(kind, write.locale) !== localeIn(kind, locale)) return null;
  if (!touches(write, status ?? 'published')) return [];
  const view = new View(after, locale, status);
  const seen = view.one(write.key, filter);
  if (!seen && !shown.has(write.key) && !new View(before, locale, status).one(write.key, filter)) return [];
  return [
    { event: EVENTS[write.does], key: write.key, document: seen && wantedForm(seen, view, question, status) },
  ];
}

/** A write of the draft changes no published row, and an action changes one row. */
function touches({ does, status }: Write, seen: 'draft' | 'published'): boolean {
  if (does === 'publish' || does === 'unpublish') return seen === 'published';
  if (does === 'discard-draft') return seen === 'draft';
  return does === 'delete' || seen === 'draft' || status !== 'draft';
}

/** The events before the one about the document `last`. `ignored`: such documents of earlier writes. */
export async function receivedEvents(
  { question, listener, shown }: Watched,
  last: string,
  ignored: ReadonlySet<string>,
  keyOf: (id: unknown) => string,
): Promise<unknown[]> {
  const events: unknown[] = [];
  for (;;) {
    const next = await listener.next();
    const change = valueAt(next.data, 'data.answer');
    const id = String(valueAt(change, 'documentId'));
    if (id === last) return events;
    if (!ignored.has(id)) events.push(eventForm(next, change, question, keyOf));
    if (valueAt(change, 'document')) shown.add(keyOf(id));
    else shown.delete(keyOf(id));
    if (next.event !== 'next') return events;
  }
}

function eventForm(
  next: StreamEvent,
  change: unknown,
  question: Question,
  keyOf: (id: unknown) => string,
): unknown {
  if (next.event !== 'next' || valueAt(next.data, 'errors') !== undefined) return next;
  const document = inRestForm(valueAt(change, 'document'));
  return {
    event: valueAt(change, 'event'),
    key: keyOf(valueAt(change, 'documentId')),
    document: document === null ? null : receivedForm(document, question, keyOf),
  };
}

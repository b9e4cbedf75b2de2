// Events that wait are read together, and shared; a read that fails together is read alone.
import { type Change, ChangedEvent, type Seen } from './change';
import { EventReads, type WholeReader } from './event-reads';

const reads: (readonly string[])[] = [];
beforeEach(() => {
  reads.length = 0;
});

const change = (documentId: string, ...rows: number[]): Change => ({
  event: 'update',
  uid: 'api::note.note',
  documentId,
  rows: new Set(rows),
  earlier: null,
  events: new Map(),
  order: 0,
});

/** Each document has the row of its number. `tooMany`: so many documents cannot be read together. */
const reader = (tooMany = Number.POSITIVE_INFINITY, gone: readonly string[] = []): WholeReader => ({
  wholeKey: 'a',
  async whole(ids) {
    reads.push(ids);
    if (ids.length >= tooMany) throw new Error('too large');
    const seen = ids.filter((id) => !gone.includes(id));
    return new Map(seen.map((id): [string, Seen] => [id, { id: Number(id) }]));
  },
});

async function readAll(of: EventReads, changes: readonly Change[], by: WholeReader): Promise<unknown[]> {
  const queue = [...changes];
  const events: unknown[] = [];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const event = await of.read(next, queue, by);
    events.push(event && (event.document as Seen | null)?.id);
  }
  return events;
}

it('reads more and more changes together, each document once', async () => {
  const changes = ['1', '2', '3', '3', '4', '5'].map((id) => change(id, Number(id)));
  expect(await readAll(new EventReads(), changes, reader())).toEqual([1, 2, 3, 3, 4, 5]);
  expect(reads).toEqual([
    ['1', '2'],
    ['3', '4', '5'],
  ]);
});

it('sends null for a document that is gone, and nothing for a row that the write did not change', async () => {
  const changes = [change('1', 1), change('2', 2), change('3', 7)];
  expect(await readAll(new EventReads(), changes, reader(undefined, ['1']))).toEqual([undefined, 2, null]);
});

it('reads alone what cannot be read together, and fails with the change that fails alone', async () => {
  const changes = ['1', '2', '3'].map((id) => change(id, Number(id)));
  expect(await readAll(new EventReads(), changes, reader(2))).toEqual([1, 2, 3]);
  await expect(new EventReads().read(change('1'), [], reader(1))).rejects.toThrow('too large');
});

it('shares the events of an equal subscription, also while they are read', async () => {
  const changes = ['1', '2', '3'].map((id) => change(id, Number(id)));
  const [one, other] = [new EventReads(), new EventReads()];
  const [first = change('0'), ...later] = changes;
  const both = await Promise.all([one.read(first, later, reader()), other.read(first, later, reader())]);
  expect(both[0]).toBeInstanceOf(ChangedEvent);
  expect(both[1]).toBe(both[0]);
  expect(reads).toEqual([['1', '2']]);
});

it('reads again what a slow client takes later: the caller may not see the document any more', async () => {
  let now = 0;
  const reads = new EventReads(() => now);
  const [first, second] = [change('1', 1), change('2', 2)];
  const gone: string[] = [];
  const by = reader(undefined, gone);
  expect((await reads.read(first, [second], by))?.document).toEqual({ id: 1 });
  gone.push('2');
  now = 1_000;
  expect((await reads.read(second, [], by))?.document).toBeNull();
});

it('shares a read of the last second', async () => {
  let now = 0;
  const shared = change('1', 1);
  const by = reader();
  const [one, other, late] = [0, 1, 2].map(() => new EventReads(() => now)) as [
    EventReads,
    EventReads,
    EventReads,
  ];
  const pending = one.read(shared, [], by);
  now = 999;
  await Promise.all([pending, other.read(shared, [], by)]);
  expect(reads).toHaveLength(1);
  now = 1_000;
  await late.read(shared, [], by);
  expect(reads).toHaveLength(2);
});

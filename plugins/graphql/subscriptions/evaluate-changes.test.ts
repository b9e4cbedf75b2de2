// The evaluation of changes: after the write, in turns, once per question, within budgets.
import { setImmediate as turn } from 'node:timers/promises';
import { AppError, coreErrors, type Moment } from '../../../core';
import type { Change, Listener, Reader, States } from './change';
import { createEvaluation, type EvaluationParts } from './evaluate-changes';
import { createFilterTime } from './filter-time';

const UID = 'api::note.note';
const reads: string[] = [];
const ended: string[] = [];
const pushed: [string, States][] = [];
let listeners: Listener[] = [];
/** The number of commits before a listener began; default: 0. */
const since = new Map<Listener, number>();
beforeEach(() => {
  for (const list of [reads, ended, pushed]) list.length = 0;
  listeners = [];
  since.clear();
});

/** The reader sees one row of each document. */
const seen = (ids: readonly string[]): Map<string, number> => new Map(ids.map((id) => [id, 1]));

function subscriber(name: string, key: string, own: Partial<Reader> = {}): Listener {
  const now = async (ids: readonly string[]) => {
    reads.push(`now ${key}${ids.length > 1 ? ` of ${ids.length}` : ''}`);
    return seen(ids);
  };
  const at = async (_moment: Moment, ids: readonly string[]) => {
    reads.push(`at ${key}${ids.length > 1 ? ` of ${ids.length}` : ''}`);
    return seen(ids);
  };
  return {
    caller: { key: name, isAnonymous: true },
    uid: UID,
    documentId: null,
    question: key,
    reader: async () => ({ key, now, at, ...own }),
    isRefusal: (error): error is AppError => error instanceof AppError && error.status === 403,
    sentRow: () => undefined,
    push: (_change, states) => pushed.push([name, states]) > 0,
    end: ({ code }) => ended.push(`${name} ${code}`),
  };
}

const open = (own: Partial<EvaluationParts> = {}) =>
  createEvaluation({
    maxWaitingChanges: 3,
    callerFilterTime: 100,
    listenersOf: () => listeners.map((each) => [each, since.get(each) ?? 0] as const),
    end(listener, error) {
      listeners = listeners.filter((each) => each !== listener);
      listener.end(error);
    },
    onError: () => undefined,
    ...own,
  });

const newMoment = (): Moment => ({ read: () => Promise.reject(new Error()), close: () => undefined });

/** `left` resolves when the change was evaluated. */
function change({
  isLost = false,
  since = 0,
  documentId = 'd',
  held = newMoment(),
  order = 0,
  commits = undefined as number | undefined,
  isOfOther = false,
} = {}): {
  readonly change: Change;
  readonly left: Promise<void>;
} {
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  const moment = isLost ? null : held;
  const earlier = { moment, since, commits: commits ?? order, leave };
  return {
    left,
    change: {
      event: 'update',
      uid: UID,
      documentId,
      rows: new Set([1]),
      events: new Map(),
      order,
      earlier: isOfOther ? null : earlier,
    },
  };
}
const gone = { now: async () => new Map() };

test('evaluates nothing before the caller of `add` goes on, and serves events between questions', async () => {
  let between = 0;
  const turns: number[] = [];
  const now = async () => {
    turns.push(between);
    return new Map();
  };
  listeners = ['a', 'b', 'c'].map((key) => subscriber('one', key, { now }));
  const { change: one, left } = change();
  open().add(one);
  let isOver = false;
  const count = (): void => {
    between += 1;
    if (!isOver) setImmediate(count);
  };
  count();
  expect(turns).toEqual([]);
  await left;
  isOver = true;
  expect(new Set(turns).size).toBe(3);
});

test('asks each question once for all its subscribers; the earlier state only if the document is not seen now', async () => {
  listeners = [subscriber('one', 'a'), subscriber('two', 'a'), subscriber('one', 'b', gone)];
  const { change: one, left } = change();
  open().add(one);
  await left;
  expect(reads).toEqual(['now a', 'at b']);
  expect(pushed).toEqual([
    ['one', { key: 'a', before: null, after: 1, isKnown: true }],
    ['two', { key: 'a', before: null, after: 1, isKnown: true }],
    ['one', { key: 'b', before: 1, after: null, isKnown: true }],
  ]);
});

test('a later change knows what the earlier one showed, unless its own state is newer', async () => {
  listeners = [subscriber('one', 'a', gone)];
  const evaluation = open();
  for (const asked of [
    {},
    {},
    { isLost: true, since: Infinity },
    { since: performance.now() + 60_000, order: 1 },
  ]) {
    const { change: next, left } = change(asked);
    evaluation.add(next);
    await left;
  }
  expect(pushed.map(([, { before }]) => before)).toEqual([1, null, null, 1]);
});

test.each([
  ['a write of another process', { isOfOther: true }, [null]],
  ['a write whose earlier state is lost', { isOfOther: false, isLost: true, since: Infinity }, []],
])('a listener that began later does not learn what others saw before: %s', async (_name, how, expected) => {
  let isGone = false;
  const now = async (ids: readonly string[]) => (isGone ? new Map() : seen(ids));
  const [early, late] = [subscriber('early', 'a', { now }), subscriber('late', 'a', { now })];
  listeners = [early];
  const evaluation = open();
  const first = change();
  evaluation.add(first.change);
  await first.left;
  listeners = [early, late];
  since.set(late, 1);
  isGone = true;
  const next = change({ ...how, order: 1 });
  evaluation.add(next.change);
  if (how.isOfOther) while (pushed.length < 3) await turn();
  else await next.left;
  const beforeOf = (name: string) => pushed.flatMap(([to, { before }]) => (to === name ? [before] : []));
  expect(beforeOf('early')).toEqual([null, 1]);
  expect(beforeOf('late')).toEqual(expected);
  expect(ended).toEqual(expected.length === 0 ? ['late GRAPHQL_CHANGES_MISSED'] : []);
});

test('what a subscriber saw ends with the last listener of its question', async () => {
  let isGone = false;
  const now = async (ids: readonly string[]) => (isGone ? new Map() : seen(ids));
  listeners = [subscriber('first', 'a', { now })];
  const evaluation = open();
  const one = change();
  evaluation.add(one.change);
  await one.left;
  for (const listener of listeners) evaluation.leave(listener);
  isGone = true;
  listeners = [subscriber('second', 'a', { now })];
  const two = change({ isLost: true, since: Infinity });
  evaluation.add(two.change);
  await two.left;
  expect(ended).toEqual(['second GRAPHQL_CHANGES_MISSED']);
});

test('a new document that is not shown was not seen before its next change', async () => {
  listeners = [subscriber('one', 'a', gone)];
  const evaluation = open();
  const next = change({ isLost: true });
  evaluation.add({ ...change().change, event: 'create', earlier: null });
  evaluation.add(next.change);
  await next.left;
  expect(ended).toEqual([]);
  expect(pushed.map(([, { before, after }]) => [before, after])).toEqual([
    [null, null],
    [null, null],
  ]);
});

test('a document that was created visible and then hidden is gone for the subscriber', async () => {
  listeners = [subscriber('one', 'a', gone)];
  const evaluation = open();
  const next = change({ order: 1 });
  evaluation.add({ ...change().change, event: 'create', earlier: null });
  evaluation.add(next.change);
  await next.left;
  expect(reads).toEqual(['at a']);
  expect(pushed.map(([, { before, after }]) => [before, after])).toEqual([
    [null, null],
    [1, null],
  ]);
});

test.each([
  ['held after the change before it', 1, 1],
  ['held before it', 0, null],
])(
  'a document is gone with each write that hid it from view: the earlier state was %s',
  async (_name, commits, expected) => {
    // The first read shows what the second write does, before this process hears of it.
    listeners = [subscriber('one', 'a', gone)];
    const evaluation = open();
    for (const each of [change({ commits: 0 }), change({ order: 1, commits })]) {
      evaluation.add(each.change);
      await each.left;
    }
    expect(pushed.map(([, { before, after }]) => [before, after])).toEqual([
      [1, null],
      [expected, null],
    ]);
  },
);

test('changes that wait are read together, and reach the subscriber in their order', async () => {
  listeners = [subscriber('one', 'a'), subscriber('one', 'b', gone)];
  const evaluation = open();
  const held = newMoment();
  const [one, two, again] = [change({ held }), change({ held, documentId: 'e' }), change({ held })];
  for (const { change: each } of [one, two, again]) evaluation.add(each);
  await again.left;
  expect(reads).toEqual(['now a of 2', 'at a', 'at b of 2']);
  expect(pushed.map(([, { key, before, after }]) => [key, before, after])).toEqual([
    ['a', 1, 1],
    ['a', null, 1],
    ['a', null, 1],
    ['b', 1, null],
    ['b', 1, null],
    ['b', 1, null],
  ]);
});

test('ends a subscription whose caller lost its right, and goes on with the others', async () => {
  const refused = {
    ...subscriber('one', 'a'),
    reader: () => Promise.reject(coreErrors.ACCESS_FORBIDDEN('no')),
  };
  const broken = {
    ...subscriber('two', 'a'),
    reader: () => Promise.reject(new Error('the rights cannot be read')),
  };
  listeners = [refused, broken, subscriber('three', 'a')];
  const { change: one, left } = change();
  open().add(one);
  await left;
  expect(ended).toEqual(['one ACCESS_FORBIDDEN', 'two GRAPHQL_CHANGES_MISSED']);
  expect(pushed.map(([name]) => name)).toEqual(['three']);
});

test('ends what it cannot answer: the earlier state is lost, or a read fails', async () => {
  const failing = { now: () => Promise.reject(new Error('no connection')) };
  listeners = [subscriber('one', 'a', gone), subscriber('two', 'b', failing), subscriber('three', 'c')];
  const { change: one, left } = change({ isLost: true });
  open().add(one);
  await left;
  expect(ended).toEqual(['one GRAPHQL_CHANGES_MISSED', 'two GRAPHQL_CHANGES_MISSED']);
  expect(pushed.map(([name]) => name)).toEqual(['three']);
});

test('changes that cannot be read together are read alone, and only a change that fails alone ends its subscribers', async () => {
  const sizes: number[] = [];
  const now = async (ids: readonly string[]) => {
    sizes.push(ids.length);
    if (ids.length > 2 || ids.includes('bad')) throw new Error('too much');
    return seen(ids);
  };
  listeners = [subscriber('one', 'a', { now })];
  const evaluation = open({ maxWaitingChanges: 9 });
  const all = ['d', 'e', 'f', 'g', 'h', 'bad'].map((documentId) => change({ documentId }));
  for (const each of all) evaluation.add(each.change);
  await Promise.all(all.map(({ left }) => left));
  expect(sizes).toEqual([4, 1, 2, 3, 1, 2, 1, 1]);
  expect(pushed).toHaveLength(5);
  expect(ended).toEqual(['one GRAPHQL_CHANGES_MISSED']);
});

test('ends subscriptions while more changes wait than allowed', async () => {
  listeners = [subscriber('one', 'a')];
  const evaluation = open();
  const all = [1, 2, 3, 4].map(() => change());
  for (const each of all) evaluation.add(each.change);
  expect(ended).toEqual(['one GRAPHQL_CHANGES_MISSED']);
  await Promise.all(all.map(({ left }) => left));
  expect(pushed).toEqual([]);
});

test('ends the subscriptions of a caller without time, not those of others with the same question', async () => {
  // One caller uses up its milliseconds with a question of its own.
  let at = 0;
  const slow = async () => {
    at += 15;
    return new Map();
  };
  listeners = [
    subscriber('greedy', 'slow', { now: slow }),
    subscriber('greedy', 'a'),
    subscriber('two', 'a'),
  ];
  const { change: one, left } = change();
  open({ callerFilterTime: 1, clock: () => at }).add(one);
  await left;
  expect(ended).toEqual(['greedy GRAPHQL_FILTER_TIME']);
  expect(pushed.map(([name]) => name)).toEqual(['greedy', 'two']);
});

test('time is saved for ten seconds, and a caller has none until it has waited', () => {
  let at = 0;
  const time = createFilterTime(100, () => at);
  time.spend('one', 999);
  expect(time.isSpent('one')).toBe(false);
  time.spend('one', 201);
  expect([time.isSpent('one'), time.isSpent('two')]).toEqual([true, false]);
  at = 1_999;
  expect(time.isSpent('one')).toBe(true);
  at = 2_001;
  expect(time.isSpent('one')).toBe(false);
});

test.each([
  ['one slow evaluation among short ones ends nothing', [0, 30, 0, 30, 0], []],
  ['two slow evaluations one after the other do', [0, 30, 30, 0], ['one GRAPHQL_FILTER_TIME']],
])('%s', async (_name, times, expected) => {
  const waits = [...times];
  let at = 0;
  const now = async (ids: readonly string[]) => {
    at += waits.shift() ?? 0;
    return seen(ids);
  };
  listeners = [subscriber('one', 'a', { now })];
  const evaluation = open({ callerFilterTime: 5, clock: () => at });
  for (const _each of times) {
    const { change: next, left } = change();
    evaluation.add(next);
    await left;
  }
  expect(ended).toEqual(expected);
});

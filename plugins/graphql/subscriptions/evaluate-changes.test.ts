// The evaluation of changes: after the write, in turns, once per question, within budgets.
import { AppError, coreErrors } from '../../../core';
import type { Change, Listener, Reader, States } from './change';
import { createEvaluation, type EvaluationParts } from './evaluate-changes';
import { createFilterTime } from './filter-time';

const UID = 'api::note.note';
const reads: string[] = [];
const ended: string[] = [];
const pushed: [string, States][] = [];
let listeners: Listener[] = [];
beforeEach(() => {
  for (const list of [reads, ended, pushed]) list.length = 0;
  listeners = [];
});

function subscriber(name: string, key: string, own: Partial<Reader> = {}): Listener {
  const now = async () => {
    reads.push(`now ${key}`);
    return { id: 1 };
  };
  const at = async () => {
    reads.push(`at ${key}`);
    return { id: 1 };
  };
  return {
    caller: { key: name, isAnonymous: true },
    uid: UID,
    documentId: null,
    question: key,
    reader: async () => ({ key, now, at, ...own }),
    isRefusal: (error): error is AppError => error instanceof AppError && error.status === 403,
    sentRow: () => undefined,
    push: (_change, states) => pushed.push([name, states]),
    end: ({ code }) => ended.push(`${name} ${code}`),
  };
}

const open = (own: Partial<EvaluationParts> = {}) =>
  createEvaluation({
    maxWaitingChanges: 3,
    callerFilterTime: 100,
    listening: () => listeners,
    end(listener, error) {
      listeners = listeners.filter((each) => each !== listener);
      listener.end(error);
    },
    onError: () => undefined,
    ...own,
  });

/** `left` resolves when the change was evaluated. */
function change(
  { isLost = false } = {},
  known = new Map<string, number | null>(),
): { readonly change: Change; readonly left: Promise<void> } {
  let leave: () => void = () => undefined;
  const left = new Promise<void>((resolve) => (leave = resolve));
  const moment = isLost ? null : { read: () => Promise.reject(new Error()), close: () => undefined };
  const earlier = { moment, known, leave };
  const order = 0;
  return {
    left,
    change: {
      event: 'update',
      uid: UID,
      documentId: 'd',
      rows: new Set([1]),
      events: new Map(),
      order,
      earlier,
    },
  };
}
const gone = { now: async () => null };

test('evaluates nothing before the caller of `add` goes on, and serves events between questions', async () => {
  let between = 0;
  const turns: number[] = [];
  const now = async () => {
    turns.push(between);
    return null;
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
    ['one', { key: 'a', before: null, after: 1 }],
    ['two', { key: 'a', before: null, after: 1 }],
    ['one', { key: 'b', before: 1, after: null }],
  ]);
});

test('a later change in the same state knows what the earlier one showed', async () => {
  listeners = [subscriber('one', 'a', gone)];
  const evaluation = open();
  const first = change();
  evaluation.add(first.change);
  await first.left;
  const known = first.change.earlier?.known ?? new Map();
  for (const shared of [known, new Map<string, number | null>()]) {
    const later = change({}, shared);
    evaluation.add(later.change);
    await later.left;
  }
  expect(pushed.map(([, { before }]) => before)).toEqual([1, null, 1]);
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
    return null;
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
  const now = async () => {
    at += waits.shift() ?? 0;
    return { id: 1 };
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

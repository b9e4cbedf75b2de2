// The lines of the log for a slow read and a slow transaction.

import { createEvents } from '../../kernel/observe/events';
import type { Steps } from '../database';
import { firstStatement } from '../database-events';
import { logSlowWork } from './slow-log';

describe('the slow log', () => {
  const compared = [{ type: 'api::article.article', equal: ['secret'], range: [], sort: [] }];
  function* steps(): Steps<number> {
    yield [
      {
        statement: { sql: 'SELECT title FROM articles WHERE secret = ?', name: 'q', compared },
        params: ['hidden'],
      },
    ];
    return 1;
  }
  function setUp(threshold: number) {
    const lines: [string, unknown][] = [];
    const log = {
      warn: (message: string, fields?: object) => void lines.push([message, fields]),
      error() {},
    };
    const events = createEvents(log);
    logSlowWork(events, threshold, log);
    return {
      lines,
      events,
      read: (milliseconds: number) =>
        events.emit({ event: 'database.read', milliseconds, statement: () => firstStatement(steps) }),
      transaction: (milliseconds: number, isLimited = true) =>
        events.emit({
          event: 'database.transaction',
          milliseconds,
          attempts: 1,
          isCommitted: false,
          isLimited,
        }),
    };
  }

  test('has the statement of a slow read, without its values', () => {
    const { lines, read } = setUp(20);
    read(40.4);
    expect(lines).toEqual([
      ['a read was slow', { milliseconds: 40, sql: 'SELECT title FROM articles WHERE secret = ?', compared }],
    ]);
  });

  test('has a slow transaction, but none without a limit of time', () => {
    const { lines, transaction } = setUp(20);
    transaction(40);
    transaction(40, false);
    expect(lines).toEqual([['a transaction was slow', { milliseconds: 40 }]]);
  });

  test('has nothing quick, and reads no events without a threshold', () => {
    const { lines, read, transaction } = setUp(1000);
    read(40);
    transaction(40);
    expect(lines).toEqual([]);
    expect(setUp(1000).events.observation('database.read').isObserved).toBe(true);
    expect(setUp(0).events.observation('database.read').isObserved).toBe(false);
  });
});

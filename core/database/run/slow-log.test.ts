// The lines of the log for a slow read and a slow transaction.

import type { Steps } from '../database';
import { createSlowLog } from './slow-log';

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

describe('the slow log', () => {
  const compared = [{ type: 'api::article.article', equal: ['secret'], range: [], sort: [] }];
  const lines: [string, unknown][] = [];
  const log = { warn: (message: string, fields?: object) => void lines.push([message, fields]) };
  function* steps(): Steps<number> {
    yield [
      {
        statement: { sql: 'SELECT title FROM articles WHERE secret = ?', name: 'q', compared },
        params: ['hidden'],
      },
    ];
    return 1;
  }
  beforeEach(() => lines.splice(0));

  test('tells the statement of a slow read, without its values', async () => {
    const slow = createSlowLog(20, log);
    await slow?.read(steps, () => pause(40).then(() => 1));
    expect(lines).toEqual([
      [
        'a read was slow',
        { milliseconds: expect.any(Number), sql: expect.stringContaining('FROM articles'), compared },
      ],
    ]);
    expect(JSON.stringify(lines)).not.toContain('hidden');
  });

  test('tells of a slow transaction, also when it fails', async () => {
    const slow = createSlowLog(20, log);
    const failing = slow?.transaction(() => pause(40).then(() => Promise.reject(new Error('no'))));
    await expect(failing).rejects.toThrow('no');
    expect(lines).toHaveLength(1);
  });

  test('is silent about what is quick, and is not there without a threshold', async () => {
    expect(createSlowLog(1000, log)?.read(steps, () => 1)).toBe(1);
    expect(lines).toEqual([]);
    expect(createSlowLog(0, log)).toBeNull();
  });
});

// Jobs from enqueue to their end: transactions, order, retries, dead letters, signals.
import { check, type Tx } from '../../../core';
import { testDatabases } from '../../../core/testing/databases';
import { until } from '../../../core/testing/until';
import { type JobApp, jobApp } from './job-app';

const TAG = 'api::tag.tag';

for (const database of testDatabases())
  describe(`jobs on ${database}`, () => {
    const ran: unknown[] = [];
    let failures = 2;
    let release: () => void = () => undefined;
    let hung = 0;
    let made: JobApp | undefined;
    const opened = (): JobApp => made as JobApp;
    const listed = async (query = '') => opened().ask('GET', `/api/jobs${query}`, 200);

    beforeAll(async () => {
      made = await jobApp({
        database,
        config: { lease: 1 },
        add(added, own) {
          added.add({
            name: 'shop.note',
            payload: check.object({ n: check.integer() }),
            run: ({ n }) => void ran.push(n),
          });
          added.add({
            name: 'shop.flaky',
            backoff: { first: 1, most: 2 },
            retries: 2,
            abandoned: (payload, { id }) => void ran.push(['abandoned', payload, id]),
            run(payload, { attempt }) {
              ran.push(`attempt ${attempt}`);
              if (failures-- > 0) throw new Error('the shop is closed');
              ran.push(payload);
            },
          });
          added.add({
            name: 'shop.waits',
            abandoned: (payload, { id }) => void ran.push(['abandoned', payload, id]),
            run: async (payload, { signal }) => {
              ran.push(payload);
              await new Promise<void>((resolve, reject) => {
                release = resolve;
                signal.addEventListener('abort', () => reject(signal.reason));
              });
            },
          });
          added.add({
            name: 'shop.hangs',
            timeout: 20,
            run: () => {
              hung += 1;
              return hung === 1 ? new Promise(() => undefined) : ran.push('given back');
            },
          });
          added.add({
            name: 'shop.stuck',
            timeout: 20,
            retries: 0,
            run: () => new Promise(() => void ran.push('stuck')),
          });
          added.add({
            name: 'shop.tag',
            run: (name, job) =>
              job.finish(
                async () => void (await own.documents(TAG).create({ data: { name: String(name) } })),
              ),
          });
        },
      });
    });
    beforeEach(() => {
      ran.length = 0;
    });
    afterAll(() => opened().app.close());

    it('runs a job once, and keeps no row of it', async () => {
      await opened().jobs.enqueue('shop.note', { n: 1 });
      await until(() => ran.length > 0);
      await until(async () => (await listed('?name=shop.note')).meta.pagination.total === 0);
      expect(ran).toEqual([1]);
    });

    it('keeps no job of a transaction that is rolled back', async () => {
      const { documents } = opened().app;
      const failing = documents.transaction(async () => {
        await opened().jobs.enqueue('shop.note', { n: 2 });
        throw new Error('rolled back');
      });
      await expect(failing).rejects.toThrow('rolled back');
      await documents.transaction(() => opened().jobs.enqueue('shop.note', { n: 3 }));
      await until(() => ran.length > 0);
      expect(ran).toEqual([3]);
    });

    it('refuses a payload that does not fit, an unknown job, and wrong options', async () => {
      const { enqueue } = opened().jobs;
      await expect(enqueue('shop.note', { n: 'x' })).rejects.toThrow(
        'The payload of the job "shop.note" does not fit: payload.n expected a whole number, got "x"',
      );
      await expect(enqueue('shop.not', {})).rejects.toThrow('did you mean "shop.note"?');
      await expect(enqueue('shop.note', { n: 1 }, { at: new Date('x') })).rejects.toThrow(
        '`at` needs a Date',
      );
      await expect(enqueue('shop.note', { n: 1 }, { key: '' })).rejects.toThrow('`key` needs a text');
      await expect(enqueue('shop.flaky', 'x'.repeat(1_100_000))).rejects.toThrow(
        'store the data, and enqueue its id',
      );
    });

    it('keeps the order of one key, also across a retry', async () => {
      failures = 1;
      await opened().app.documents.transaction(async () => {
        await opened().jobs.enqueue('shop.flaky', 'first', { key: 'order 12' });
        for (const n of [1, 2, 3]) await opened().jobs.enqueue('shop.note', { n }, { key: 'order 12' });
      });
      await until(() => ran.length === 6);
      expect(ran).toEqual(['attempt 1', 'attempt 2', 'first', 1, 2, 3]);
    });

    it('adds no second job with the same dedupe while one waits', async () => {
      const later = new Date(Date.now() + 3_600_000);
      const first = await opened().jobs.enqueue('shop.note', { n: 8 }, { dedupe: 'mail 7', at: later });
      expect(await opened().jobs.enqueue('shop.note', { n: 9 }, { dedupe: 'mail 7' })).toBeNull();
      expect(await opened().jobs.cancel(first ?? 0)).toBe(true);
      expect(await opened().jobs.enqueue('shop.note', { n: 10 }, { dedupe: 'mail 7' })).not.toBeNull();
      await until(() => ran.length === 1);
      expect(ran).toEqual([10]);
    });

    it('buries a job after its last attempt; a retry runs it again', async () => {
      failures = 3;
      const id = await opened().jobs.enqueue('shop.flaky', 'late');
      await until(async () => (await listed('?state=dead')).data.length === 1);
      const [dead] = (await listed('?state=dead')).data;
      expect(dead).toMatchObject({ id, attempts: 3, error: 'the shop is closed', payload: 'late' });
      expect(ran).toContainEqual(['abandoned', 'late', id]);
      await opened().ask('POST', `/api/jobs/${id}/actions/retry`, 200);
      await until(() => ran.includes('late'));
      // Its end is stored after it ran.
      await until(async () => (await listed('?state=running')).data.length === 0);
      await opened().ask('POST', `/api/jobs/${id}/actions/retry`, 404);
    });

    it('ends a running job that is cancelled', async () => {
      const id = await opened().jobs.enqueue('shop.waits', 'a');
      await until(() => ran.includes('a'));
      await opened().ask('POST', `/api/jobs/${id}/actions/cancel`, 200);
      expect(ran).toContainEqual(['abandoned', 'a', id]);
      const again = await opened().ask('POST', `/api/jobs/${id}/actions/cancel`, 409);
      expect(again.error.message).toBe(`The job ${id} is cancelled, so it cannot be cancelled`);
      await opened().jobs.enqueue('shop.waits', 'b');
      await until(() => ran.includes('b'));
      release();
      await until(async () => (await listed('?name=shop.waits&state=running')).data.length === 0);
    });

    it('gives back a job that ignores its signal after its lease', async () => {
      await opened().jobs.enqueue('shop.hangs');
      await until(() => ran.includes('given back'));
      await until(() =>
        opened().app.logs.some(
          ({ message }) => message === 'a job ignores its signal; another attempt may begin',
        ),
      );
    });

    it('counts only attempts that ran of a job that hangs', async () => {
      const id = await opened().jobs.enqueue('shop.stuck');
      await until(async () => (await listed('?name=shop.stuck&state=dead')).data.length === 1);
      const { data } = await opened().ask('GET', `/api/jobs/${id}`, 200);
      expect(ran).toEqual(['stuck']);
      expect(data).toMatchObject({ attempts: 1, error: expect.stringContaining('in its last attempt') });
      // The hung attempt and the one that buries the job end at about the same time.
      const logged = () =>
        opened().app.logs.filter(({ name, attempt }) => name === 'shop.stuck' && attempt === 1);
      await until(() => logged().length === 2);
      expect(logged().map(({ message }) => message)).toEqual(
        expect.arrayContaining([
          'a job ignores its signal in its last attempt; it is dead after its lease',
          'a job failed for the last time; it is dead',
        ]),
      );
    });

    it('a look for due jobs locks only those that it takes', async () => {
      const { database: db } = opened().app.kernel;
      if (!db.dialect.isServer) return;
      const now = Date.now();
      const values = Array.from(
        { length: 5_000 },
        (_, at) => `('shop.other', 'waiting', ${at}, ${now}, ${now})`,
      );
      const condition = `name = 'shop.other' AND due <= ${now} AND order_key IS NULL`;
      const look = (tx: Tx) =>
        tx.all(`SELECT id FROM jobs WHERE ${condition} ORDER BY due, id LIMIT 20 FOR UPDATE SKIP LOCKED`);
      await db.transaction((tx) =>
        tx.run(`INSERT INTO jobs (name, state, due, created, changed) VALUES ${values.join(', ')}`),
      );
      // MariaDB chooses an index by its figures, which it counts later.
      if (/^mysql/.test(String(database))) await db.transaction((tx) => tx.all('ANALYZE TABLE jobs'));
      try {
        const [first, second] = await db.transaction(async (tx) => {
          const taken = await look(tx);
          return [taken, await db.transaction(look, { apart: true })] as const;
        });
        expect([first.length, second.length]).toEqual([20, 20]);
        expect(new Set([...first, ...second].map(([id]) => String(id))).size).toBe(40);
      } finally {
        await db.transaction((tx) => tx.run(`DELETE FROM jobs WHERE name = 'shop.other'`));
      }
    });

    it('writes what `finish` writes in one transaction with the end of the job', async () => {
      await opened().jobs.enqueue('shop.tag', 'once');
      await until(
        async () =>
          (await opened()
            .app.documents(TAG)
            .count({ filters: { name: 'once' } })) === 1,
      );
      await until(async () => (await listed('?name=shop.tag')).data.length === 0);
    });
  });

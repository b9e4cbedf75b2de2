// A deployment with one connection and little time, and a plugin that waits.
import type { Deployment } from '../case';

/** Milliseconds that a write waits for another process, on SQLite. */
const WRITE_WAIT = 1_200;

/**
 * One connection, and a short wait for it. A route of the plugin holds the connection until another route releases it. A third route
 * closes the database. A handler has a second and a half. Other routes wait longer; `ends` lists how each of them ended.
 */
export const BUSY: Deployment = {
  alone: true,
  config: {
    database: { pool: { max: 1 }, poolWait: 200, writeWait: WRITE_WAIT },
    server: { timeouts: { answer: 1500 } },
  },
  extension: `(_extension, app) => {
    let release = () => undefined;
    const answer = (path, handler) =>
      app.routes.add({ method: 'GET', path: '/api/conformance/' + path, action: null, summary: path, handler });
    answer('hold', () => new Promise((resolve, reject) => {
      app.database.transaction(async (tx) => {
        await tx.all('SELECT 1');
        await new Promise((done) => { release = done; resolve({ status: 204 }); });
      }).catch(reject);
    }));
    // Two writes wait for one connection, and the second one comes later. When the time of the first one is over, the connection is free.
    const waits = async () => {
      let free;
      let begin;
      const begun = new Promise((resolve) => { begin = resolve; });
      const held = app.database.transaction(async (tx) => {
        await tx.all('SELECT 1');
        begin();
        await new Promise((resolve) => { free = resolve; });
      });
      await begun;
      const write = () => app.database.transaction((tx) => tx.all('SELECT 1')).then(() => 'written', () => 'late');
      const first = write();
      await new Promise((done) => setTimeout(done, 150));
      const second = write();
      const ends = [await first];
      free();
      await held;
      return [...ends, await second];
    };
    answer('waits', async () => {
      let ends = [];
      // A busy machine may also stop the second one.
      for (let tries = 0; tries < 4 && ends[1] !== 'written'; tries++) ends = await waits();
      return { json: { ends } };
    });
    answer('release', () => { release(); return { status: 204 }; });
    // Another handle on the file of SQLite writes, as another process would, for some milliseconds.
    app.routes.add({ method: 'GET', path: '/api/conformance/write-elsewhere/:time', action: null, summary: 'Another writer',
      checks: { params: check.object({ time: check.integer() }) },
      handler: async (_request, { params }) => {
        if (app.database.dialect.name !== 'sqlite') return { json: { isSqlite: false } };
        const { client } = app.database.knex;
        const driver = await client.acquireConnection();
        await client.releaseConnection(driver);
        const other = new driver.constructor(driver.name, { timeout: 1000 });
        other.exec('BEGIN IMMEDIATE');
        setTimeout(() => { other.exec('COMMIT'); other.close(); }, params.time);
        return { json: { isSqlite: true } };
      } });
    // A plugin writes with knex, outside of a transaction.
    answer('knex', async () => ({ json: { changed: await app.database.knex('quire_meta').where({ name: 'none' }).update({ value: 'x' }) } }));
    const ends = [];
    let begun = () => undefined;
    const until = async (count) => { while (ends.length < count) await new Promise((done) => setTimeout(done, 10)); };
    const { Readable } = require('node:stream');
    // Waits until the work of the request must end. The late answer is a stream.
    answer('wait', (request) => new Promise((resolve) => {
      begun();
      // Each look at the signal finds the same one.
      const [signal, other] = [request.signal, request.signal];
      signal.addEventListener('abort', () => {
        ends.push(other.reason.message);
        const stream = Readable.from(['late']);
        stream.once('close', () => ends.push('destroyed'));
        resolve({ stream, type: 'text/plain' });
      });
    }));
    // Looks at its signal after the answer.
    answer('sleep', async (request) => {
      await new Promise((done) => setTimeout(done, 1900));
      ends.push(request.signal.aborted ? 'late: ' + request.signal.reason.message : 'not stopped');
      return { json: {} };
    });
    answer('ends', () => ({ json: { ends: ends.splice(0) } }));
    // Lets the handler of 'sleep' end. Then sends a request, and leaves before its answer.
    answer('leave', async (request) => {
      await until(1);
      const arrived = new Promise((done) => { begun = done; });
      const asked = require('node:http').get('http://' + request.header('host') + '/api/conformance/wait');
      asked.once('error', () => undefined);
      await arrived;
      asked.destroy();
      await until(3);
      return { json: { ends: ends.splice(0) } };
    });
    // Counts more keys than the memory holds.
    answer('flood', async () => {
      const limiter = app.container.resolve(RATE_LIMITERS).create({ name: 'flood', limit: 5, window: 60 });
      const left = async (key) => (await limiter.look(key)).remaining;
      for (let i = 0; i < 3; i++) await limiter.take('used');
      for (let i = 0; i < 100_004; i++) await limiter.take('key ' + i);
      const found = { used: await left('used'), first: await left('key 0'), second: await left('key 1'),
        kept: await left('key 20'), last: await left('key 100003') };
      await limiter.forget('used');
      return { json: { ...found, forgotten: await left('used') } };
    });
    answer('close', async () => { await app.database.close(); return { status: 204 }; });
  }`,
};

// Cases of a deployment with one connection and little time.
import { check, del, get, post, put } from '../build';
import type { Bench, Case, Expectation, Step } from '../case';
import { is, type Pattern } from '../pattern';
import { BUSY } from './busy-plugin';

const IN_JSON = { 'content-type': is.matching('^application/json') };
const UNAVAILABLE: Expectation = {
  status: 503,
  error: { status: 503, name: 'ServiceUnavailableError', message: is.text },
  headers: { ...IN_JSON, 'retry-after': is.matching('^[1-9][0-9]*$') },
};
/** A deployment without its database. */
const CLOSED: readonly Step[] = [
  get('/conformance/close', { status: 204 }, { as: 'anonymous' }),
  get('/plains?pagination[limit]=1', UNAVAILABLE),
  get('/plains/none', UNAVAILABLE),
  get('/setting', UNAVAILABLE),
  post('/tags', { name: '{mark}' }, UNAVAILABLE),
  del('/tags/none', UNAVAILABLE),
  get('/_ready', UNAVAILABLE, { from: 'root' }),
  get('/_health', { status: 204 }, { from: 'root' }),
];

const LATE: Expectation = {
  status: 503,
  error: { name: 'ServiceUnavailableError', message: is.matching('took too long') },
};
const ends = (...all: Pattern[]): Expectation => ({ body: { ends: all } });
/** The work of a request ends when its time is over, and when its client leaves. Late answers are closed. */
const SLOW: readonly Step[] = [
  get('/conformance/wait', LATE),
  get('/conformance/ends', ends(is.matching('took too long'), 'destroyed')),
  get('/conformance/sleep', LATE),
  get('/conformance/leave', ends(is.matching('^late: .*took too long'), is.matching('client'), 'destroyed')),
];
/** The memory of the limiter is full: the oldest keys with one request make room, the key with three requests stays. */
const FLOODED = get('/conformance/flood', { body: { used: 2, first: 5, kept: 4, last: 4, forgotten: 5 } });

/** On SQLite, a write waits for another process that writes; reads and the probe do not wait. */
async function waitsForAnother(bench: Bench): Promise<void> {
  const write = (expect: Expectation): Step => put('/setting', { siteName: '{mark} after' }, expect);
  const begins = (milliseconds: number): Step =>
    get(`/conformance/write-elsewhere/${milliseconds}`, { status: 200 });
  // The probe leaves no transaction open.
  await bench.send(get('/_ready', { status: 204 }, { from: 'root' }));
  await bench.send(put('/setting', { siteName: '{mark}' }, { status: 200 }));
  const { body } = await bench.send(begins(150));
  if (!Object(body).isSqlite) return;
  await bench.send(get('/_ready', { status: 204 }, { from: 'root' }));
  await bench.send(get('/setting', { data: { siteName: '{mark}' } }));
  await bench.send(write({ status: 200 }));
  await bench.send(get('/setting', { data: { siteName: '{mark} after' } }));
  await bench.send(begins(150));
  await bench.send(get('/conformance/knex', { body: { changed: 0 } }));
  // This one writes for longer than a write waits.
  await bench.send(begins(2_500));
  await bench.send(write(UNAVAILABLE));
  await bench.send(get('/_ready', { status: 204 }, { from: 'root' }));
}

export const quireBusyCases: readonly Case[] = [
  check('quire.errors.busy', {}, [], {
    deploy: BUSY,
    waits: 8,
    // On SQLite, one connection writes; a server has one connection here. A transaction of the plugin holds it.
    async run(bench) {
      const write = (expect: Expectation): Step => put('/setting', { siteName: '{mark}' }, expect);
      await bench.send(get('/conformance/hold', { status: 204 }));
      await bench.send(write(UNAVAILABLE));
      await bench.send(get('/conformance/release', { status: 204 }));
      await bench.send(write({ status: 200 }));
      await bench.send(get('/setting', { data: { siteName: '{mark}' } }));
      await bench.send(get('/conformance/waits', { body: { ends: ['late', 'written'] } }));
      await waitsForAnother(bench);
      for (const step of [...SLOW, FLOODED, ...CLOSED]) await bench.send(step);
    },
  }),
];

// Many clients ask for large lists and read nothing. The memory of the server must stay near that of an idle one. Each list takes long
// enough for the slow lane.
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { typeFile } from '../../core/content/model/testing-files';
import { pause, startApplication } from '../bench/app/processes';
import { residentOf } from '../bench/measure/process-figures';
import type { Scenario } from './scenario';
import { type Application, withApplication } from './test-application';

const NOTES: Application = {
  plugins: [],
  enabled: {},
  files: {
    'config/server.json': { anonymous: 'full', logs: { level: 'error' } },
    'config/content-types/note.json': typeFile('note', {
      title: { type: 'string' },
      text: { type: 'text' },
    }),
  },
};
const DIST = join(__dirname, '..', '..');
const CLIENTS = 500;
const DOCUMENTS = 100;
/** Characters of a document: a list is larger than the buffers of the operating system. */
const LENGTH = 100_000;
/** MB above idle. */
const MOST = 200;
/** Milliseconds for which the memory is watched. */
const WATCHED = 15_000;

export const stalled: Scenario = {
  name: 'stalled',
  summary: `${CLIENTS} clients that read nothing cost at most ${MOST} MB of memory`,
  on: ['sqlite', 'mysql', 'postgres'],
  isLong: true,
  run: ({ client, note }) =>
    withApplication(NOTES, client, async ({ kernel, dir, database }) => {
      await kernel.start();
      const text = 'lorem ipsum dolor sit amet '.repeat(LENGTH / 27);
      for (let n = 0; n < DOCUMENTS; n++)
        await kernel.documents('api::note.note').create({ data: { title: `${n}`, text } });
      writeFileSync(join(dir, 'config/database.json'), JSON.stringify(database));
      const server = await startApplication({ dist: DIST, dir }, '/api/notes?fields=title');
      const pid = server.pid ?? 0;
      const url = `http://${server.target.host}:${server.target.port}`;
      const sockets: Socket[] = [];
      try {
        // V8 frees the memory of the start.
        await pause(2_000);
        const idle = residentOf(pid);
        // A plan goes to the slow lane after it was slow twice.
        for (let n = 0; n < 3; n++) await (await fetch(url + pathOf(n))).text();
        for (let n = 0; n < CLIENTS; n++) sockets.push(stalledSocket(url, pathOf(n)));
        let most = 0;
        const until = performance.now() + WATCHED;
        while (performance.now() < until) {
          most = Math.max(most, residentOf(pid));
          await pause(50);
        }
        const above = Math.round(most - idle);
        note(`idle ${Math.round(idle)} MB, at most ${Math.round(most)} MB`);
        const ready = await fetch(`${url}/_ready`);
        return {
          summary: `${above} MB above idle`,
          faults: [
            ...(above > MOST ? [`the memory grew by ${above} MB`] : []),
            ...(ready.status === 204 ? [] : [`GET /_ready answered ${ready.status}`]),
          ],
        };
      } finally {
        for (const socket of sockets) socket.destroy();
        await server.stop();
      }
    }),
};

/** Each list has another text: no refusal of another client is remembered for it. */
const pathOf = (n: number): string =>
  `/api/notes?pagination%5BpageSize%5D=100&sort=title&filters%5Btext%5D%5B%24notContainsi%5D=w${n}`;

function stalledSocket(url: string, path: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).pause();
  socket.on('error', () => undefined);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\n\r\n`);
  return socket;
}

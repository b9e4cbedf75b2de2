// q: a list with a file populated, against the same list with a related document of the same attributes. r: reads beside uploads of
// images.
import { createMediaDeployment, type MediaDeployment } from '../app/media-deployment';
import { pause, type Server } from '../app/processes';
import type { Outcome } from '../measure/client';
import { openConnection, type Target, type WireRequest } from '../measure/connection';
import { median } from '../measure/median';
import { residentOf } from '../measure/process-figures';
import { sideBySide } from '../measure/side-by-side';
import { type Bench, type Figure, ratioFigure, type Scenario, skippedFigure } from './scenario';

const populated = { target: 1.15, failAbove: 1.3 } as const;
const beside = { target: 3, failAbove: 8 } as const;
const ROWS = 2_000;

async function withMedia(bench: Bench, work: (on: MediaDeployment) => Promise<Figure[]>): Promise<Figure[]> {
  bench.note(`${bench.where.engine}: documents with files`);
  const deployment = await createMediaDeployment(bench.where, {
    rows: Math.min(bench.rows, ROWS),
    dist: bench.dist,
  });
  try {
    return await work(deployment);
  } finally {
    await deployment.close();
  }
}

const get = (path: string): WireRequest => ({ method: 'GET', path });

export const COVER: Scenario = {
  letter: 'q',
  title: 'list of 25 with a file populated, against a to-one relation',
  async run(bench) {
    const label = 'list of 25, file populated';
    if (bench.self) return [skippedFigure('q', label, populated, 'the limit has no files')];
    return withMedia(bench, async (on) => {
      const server = await on.application();
      const sides = ['cover', 'picture'].map((name) => ({
        server,
        requests: [get(`/api/stories?populate=${name}`)],
      }));
      const [file, relation] = await sideBySide(bench.load, sides, bench.rounds);
      const figure = { scenario: 'q', label, unit: 'µs', ...populated } as const;
      return [ratioFigure(figure, file?.micros ?? Number.NaN, relation?.micros ?? Number.NaN)];
    });
  },
};

const UPLOADS = 200;
const CLIENTS = 20;
const RATE = 250;
const MILLISECONDS = 4_000;

export const BESIDE_UPLOADS: Scenario = {
  letter: 'r',
  title: `p99 of (a) while ${CLIENTS} clients upload ${UPLOADS} images`,
  async run(bench) {
    const label = `p99 of (a) beside ${UPLOADS} uploads of images`;
    if (bench.self) return [skippedFigure('r', label, beside, 'the limit has no files')];
    return withMedia(bench, async (on) => {
      const server = await on.application();
      const requests = on.stories.slice(0, 100).map((id) => get(`/api/stories/${id}`));
      const paced = (milliseconds: number): Promise<Outcome> =>
        bench.load.run({ target: server.target, requests, connections: 4, rate: RATE, milliseconds });
      const bytes = await photograph();
      await uploadAll(server, bytes, CLIENTS);
      await paced(MILLISECONDS);
      const alone: number[] = [];
      const under: number[] = [];
      let most = 0;
      for (let round = 0; round < bench.rounds; round++) {
        alone.push((await paced(MILLISECONDS)).p99);
        let isDone = false;
        const uploads = uploadAll(server, bytes, UPLOADS).finally(() => {
          isDone = true;
        });
        // Its error is thrown below, when the server can be stopped.
        uploads.catch(() => undefined);
        const stretches: number[] = [];
        while (!isDone) {
          stretches.push((await paced(MILLISECONDS)).p99);
          if (server.pid !== null) most = Math.max(most, residentOf(server.pid));
        }
        await uploads;
        // The last stretch runs partly alone.
        under.push(median(stretches.length > 1 ? stretches.slice(0, -1) : stretches));
        await pause(500);
      }
      bench.note(`r: resident memory under uploads ${Math.round(most)} MB`);
      return [ratioFigure({ scenario: 'r', label, unit: 'ms', ...beside }, median(under), median(alone))];
    });
  },
};

/** Twelve megapixels would measure the encoder more than the server; a picture of a web page has two. */
async function photograph(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const noise = { type: 'gaussian', mean: 128, sigma: 20 } as const;
  return sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#888', noise } })
    .jpeg({ quality: 70 })
    .toBuffer();
}

/** Over bare sockets: a client that makes each form anew needs ten times the CPU, on the cores of the server. */
async function uploadAll({ target }: Server, bytes: Buffer, count: number): Promise<void> {
  const request = uploadOf(bytes, target);
  let left = count;
  const client = async (): Promise<void> => {
    const connection = await openConnection(target);
    try {
      while (left-- > 0) {
        const { status, body } = await connection.send(request);
        if (status !== 201) throw new Error(`an upload answered ${status}: ${body}`);
      }
    } finally {
      connection.close();
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

function uploadOf(bytes: Buffer, { host, port }: Target): Buffer {
  const part =
    '--photo\r\nContent-Disposition: form-data; name="files"; filename="photo.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
  const form = Buffer.concat([Buffer.from(part), bytes, Buffer.from('\r\n--photo--\r\n')]);
  const head = [
    'POST /api/upload HTTP/1.1',
    `Host: ${host}:${port}`,
    'Content-Type: multipart/form-data; boundary=photo',
    `Content-Length: ${form.length}`,
  ].join('\r\n');
  return Buffer.concat([Buffer.from(`${head}\r\n\r\n`), form]);
}

// Loaded into a deployment before the product: counts which code ran. GET takes what ran since the last GET; the end of the
// process writes the rest into a file. PROBE_FOLDER names the folder for files, PROBE_BUILD the build.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Session } from 'node:inspector';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread, parentPort, threadId } from 'node:worker_threads';

export interface Ran {
  /** Below the build. */
  readonly file: string;
  /** Functions, each with its blocks: from, to, how often. */
  readonly functions: readonly (readonly (readonly [from: number, to: number, count: number])[])[];
}

const { PROBE_FOLDER: folder, PROBE_BUILD: build } = process.env;
if (folder !== undefined && build !== undefined) start(folder, `${pathToFileURL(build)}/`);

function start(into: string, base: string): void {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  const take = (): string => {
    let ran: Ran[] = [];
    session.post('Profiler.takePreciseCoverage', (_error, { result }) => {
      ran = result
        .filter(({ url }) => url.startsWith(base))
        .map(({ url, functions }) => ({
          file: url.slice(base.length),
          functions: functions.map(({ ranges }) =>
            ranges.map(({ startOffset, endOffset, count }) => [startOffset, endOffset, count] as const),
          ),
        }));
    });
    return JSON.stringify(ran);
  };
  if (isMainThread) {
    const server = createServer((_request, response) => response.end(take()));
    server.listen(0, '127.0.0.1', () => {
      writeFileSync(join(into, `${process.pid}.port`), String((server.address() as AddressInfo).port));
      server.unref();
    });
    process.once('exit', () => writeFileSync(join(into, `${process.pid}.json`), take()));
  }
  writeBeforeAnswers(into, take);
}

/** A forked process or a thread may end after its answer without the event `exit`. So each of them writes before each answer. */
function writeBeforeAnswers(into: string, take: () => string): void {
  let written = 0;
  const write = (): void => writeFileSync(join(into, `${process.pid}-${threadId}-${written++}.json`), take());
  const send = isMainThread ? process.send?.bind(process) : undefined;
  if (send) {
    process.send = ((...answer: Parameters<typeof send>) => {
      write();
      return send(...answer);
    }) as typeof send;
  }
  if (!parentPort) return;
  const post = parentPort.postMessage.bind(parentPort);
  parentPort.postMessage = (...answer: Parameters<typeof post>) => {
    write();
    post(...answer);
  };
}

// Loaded before everything else in a process of `run-child.ts`: the process ends with its parent, also if the parent was killed, and while
// code of the application blocks this process. A thread of its own notices that the pipe to the parent is closed.
import { Socket } from 'node:net';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

/** The parent opens it and never writes to it. */
const PIPE = 3;
const WATCHES = 'the pipe to the parent';

// Other threads of the application load this file, too.
if (isMainThread) new Worker(__filename, { execArgv: [], workerData: WATCHES }).unref();
else if (workerData === WATCHES) {
  const pipe = new Socket({ fd: PIPE });
  pipe.on('error', () => undefined);
  pipe.on('close', () => process.kill(process.pid, 'SIGKILL'));
  pipe.resume();
}

// `quire start`: runs the application until a signal ends it.
import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { runCheck } from '../check/check';
import { isProductionIn } from '../config/load-config';
import { serverConfig } from '../config/server-config';
import { createLogger } from '../log/logger';

import { type Command, type CommandHost, DIR_FLAG, EXIT, type Flags, textFlag } from './command';
import { handleProcessErrors, logWarningsOfNode } from './process-errors';
import { stopOnSignals } from './signals';
import { reportStartup } from './startup-message';
import { checkWorkers, isFirstProcess, runWorkers, WORKERS_MESSAGE, workersOf } from './workers';

export const startCommand: Command = {
  name: 'start',
  summary: 'Runs an application.',
  usage:
    'quire start [--dir PATH] [--anonymous none|read|full] [--port PORT] [--no-jobs] [--read-only] [--workers N|auto]',
  example: 'quire start --anonymous read --port 8080',
  flags: {
    dir: DIR_FLAG,
    anonymous: {
      type: 'string',
      value: 'none|read|full',
      description: 'The access of requests without credentials. Overrides server.anonymous.',
    },
    port: { type: 'string', value: 'PORT', description: 'The port. Overrides server.port.' },
    'no-jobs': { type: 'boolean', description: 'Runs no background jobs. Overrides server.jobs.' },
    'read-only': {
      type: 'boolean',
      description: 'Only reads, for example on a replica. Overrides server.readOnly.',
    },
    workers: {
      type: 'string',
      value: 'N|auto',
      description: 'Runs N processes on one port. SIGHUP replaces them one after the other.',
    },
  },
  notes:
    'Ctrl+C (SIGINT) or SIGTERM stops it after open requests have finished; a second signal stops it at once.',
  check: (flags) => [
    ...runCheck(serverConfig, serverOf(flags)).issues.map(({ path, message }) => `--${path[0]}: ${message}`),
    ...(workersOf(textFlag(flags, 'workers') ?? '1') === null ? [WORKERS_MESSAGE] : []),
  ],
  async run(flags, _word, host) {
    tuneCollector();
    const dir = textFlag(flags, 'dir') ?? process.cwd();
    const workers = textFlag(flags, 'workers');
    if (workers !== undefined && !cluster.isWorker)
      return runWorkers(workersOf(workers) ?? 1, createLogger());
    if (!isProductionIn(dir)) return serve(dir, flags, host);
    const log = createLogger();
    logWarningsOfNode(log, process);
    try {
      return await serve(dir, flags, host);
    } catch (error) {
      const { logError }: typeof import('./report-error') = require('./report-error');
      logError(error, flags.trace === true, log);
      return EXIT.failed;
    }
  },
};

async function serve(dir: string, flags: Flags, host: CommandHost): Promise<null> {
  try {
    return await listen(dir, flags, host);
  } catch (error) {
    // The channel of a worker to the first process would keep the failed worker alive.
    if (cluster.isWorker) process.channel?.unref();
    throw error;
  }
}

async function listen(dir: string, flags: Flags, { createKernel }: CommandHost): Promise<null> {
  const kernel = await createKernel({ dir, overrides: { server: serverOf(flags) } });
  checkWorkers(kernel.config);
  stopOnSignals(kernel);
  handleProcessErrors(kernel, process, process.exit);
  await kernel.listen();
  if (isFirstProcess()) await reportStartup(kernel);
  return null;
}

/** Flags replace keys of config/server with the same name. */
function serverOf(flags: Flags): object {
  const anonymous = textFlag(flags, 'anonymous');
  const port = textFlag(flags, 'port');
  return {
    ...(anonymous === undefined ? {} : { anonymous }),
    ...(flags['no-jobs'] === true ? { jobs: false } : {}),
    ...(flags['read-only'] === true ? { readOnly: true } : {}),
    ...(port === undefined ? {} : { port: /^\d+$/.test(port) ? Number(port) : port }),
  };
}

/** Flags of the garbage collector (core/decisions/0010-what-the-collector-keeps.md). */
const COLLECTOR_FLAGS = ['--no-allocation-site-pretenuring', '--heap-growing-percent=200'];

/** A flag on the command line wins. */
function tuneCollector(): void {
  for (const flag of COLLECTOR_FLAGS) {
    const [name = ''] = flag.replace(/^--(no-)?/, '').split('=');
    if (!process.execArgv.some((argument) => argument.includes(name))) setFlagsFromString(flag);
  }
}

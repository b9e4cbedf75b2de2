// `quire start`: runs the application until a signal ends it.
import { setFlagsFromString } from 'node:v8';
import { runCheck } from '../check/check';
import { serverConfig } from '../config/server-config';
import { createKernel } from '../kernel/kernel';

import { type Command, DIR_FLAG, type Flags, textFlag } from './command';
import { handleProcessErrors } from './process-errors';
import { stopOnSignals } from './signals';
import { bold, print, yellow } from './terminal';
import { requestsToTry } from './try';

export const startCommand: Command = {
  name: 'start',
  summary: 'Runs an application.',
  usage: 'quire start [--dir PATH] [--anonymous none|read|full] [--port PORT]',
  flags: {
    dir: DIR_FLAG,
    anonymous: {
      type: 'string',
      value: 'none|read|full',
      description: 'Access without credentials. Replaces server.anonymous.',
    },
    port: { type: 'string', value: 'PORT', description: 'The port. Replaces server.port.' },
  },
  notes: 'SIGTERM or SIGINT stops it after requests in flight; a second signal stops it at once.',
  check: (flags) =>
    runCheck(serverConfig, serverOf(flags)).issues.map(({ path, message }) => `--${path[0]}: ${message}`),
  async run(flags) {
    tuneCollector();
    const kernel = await createKernel({
      dir: textFlag(flags, 'dir') ?? process.cwd(),
      overrides: { server: serverOf(flags) },
    });
    stopOnSignals(kernel);
    handleProcessErrors(kernel, process, process.exit);
    await kernel.listen();
    if (kernel.config.server.logs.level === 'silent') return null;

    const { server } = kernel.config;
    const base =
      server.url ??
      kernel.server.url.replace('//0.0.0.0:', '//localhost:').replace('//127.0.0.1:', '//localhost:');
    print(`\n${bold('Quire')} answers at ${bold(base + kernel.config.api.rest.prefix)}`);
    print(`  ${kernel.environment}: ${meaningOf(kernel.environment)}`);
    if (!kernel.plugins.some(({ handlesAnonymous }) => handlesAnonymous))
      print(`  ${accessOf(server.anonymous, kernel.hooks.request.authorize.isUsed())}`);
    if (kernel.schema.types.size === 0)
      print(`  ${yellow('empty:')} ${kernel.dir} has no content types; add config/content-types/NAME.json`);
    const tries = requestsToTry(kernel, base);
    if (tries.length > 0) print(['\nTry:', ...tries.map((request) => `  ${request}`), ''].join('\n'));
    return null;
  },
};

function meaningOf(environment: string): string {
  if (environment === 'production') return 'errors contain no internals, a 403 contains no hint';
  return environment === 'development'
    ? 'a 403 names the missing action; NODE_ENV=production disables that'
    : 'a 403 contains no hint; NODE_ENV=development enables hints';
}

/** Flags replace keys of config/server with the same name. */
function serverOf(flags: Flags): object {
  const anonymous = textFlag(flags, 'anonymous');
  const port = textFlag(flags, 'port');
  return {
    ...(anonymous === undefined ? {} : { anonymous }),
    ...(port === undefined ? {} : { port: /^\d+$/.test(port) ? Number(port) : port }),
  };
}

/** Access while no plugin has users. `takesCredentials`: a plugin recognises other callers. */
function accessOf(anonymous: 'none' | 'read' | 'full', takesCredentials: boolean): string {
  if (anonymous === 'none') {
    const who = takesCredentials ? 'every request without credentials' : 'every request';
    return `${yellow('closed:')} ${who} is answered 403; enable a plugin with users, or set server.anonymous`;
  }
  const what = anonymous === 'full' ? 'read and write everything' : 'read everything';
  return `${yellow('warning:')} every client of this port may ${what} (server.anonymous is "${anonymous}")`;
}

const COLLECTOR_FLAG = 'allocation-site-pretenuring';

/** Sets a flag of the garbage collector (core/decisions/0010-what-the-collector-keeps.md). A flag on the command line wins. */
function tuneCollector(): void {
  if (!process.execArgv.some((argument) => argument.includes(COLLECTOR_FLAG)))
    setFlagsFromString(`--no-${COLLECTOR_FLAG}`);
}

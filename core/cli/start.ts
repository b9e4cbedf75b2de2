// `quire start`: runs the application until a signal ends it.
import { runCheck } from '../check/check';
import { serverConfig } from '../config/server-config';
import { createKernel } from '../kernel/kernel';
import { tuneCollector } from './collector';
import { type Command, DIR_FLAG, type Flags, textFlag } from './command';
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
      description: 'What may be done without credentials; instead of server.anonymous.',
    },
    port: { type: 'string', value: 'PORT', description: 'The port; instead of server.port.' },
  },
  notes: 'SIGTERM or SIGINT ends it once the requests in flight are answered; a second one ends it at once.',
  check: (flags) =>
    runCheck(serverConfig, serverOf(flags)).issues.map(({ path, message }) => `--${path[0]}: ${message}`),
  async run(flags) {
    tuneCollector();
    const kernel = await createKernel({
      dir: textFlag(flags, 'dir') ?? process.cwd(),
      overrides: { server: serverOf(flags) },
    });
    stopOnSignals(kernel);
    await kernel.listen();
    if (kernel.config.server.logs.level === 'silent') return null;

    const { server } = kernel.config;
    const base =
      server.url ??
      kernel.server.url.replace('//0.0.0.0:', '//localhost:').replace('//127.0.0.1:', '//localhost:');
    print(`\n${bold('Quire')} answers at ${bold(base + kernel.config.api.rest.prefix)}`);
    print(`  ${kernel.environment}: ${meaningOf(kernel.environment)}`);
    if (!kernel.plugins.some(({ judgesAnonymous }) => judgesAnonymous))
      print(`  ${accessOf(server.anonymous, kernel.hooks.request.authorize.isUsed())}`);
    if (kernel.schema.types.size === 0)
      print(
        `  ${yellow('empty:')} there are no content types in ${kernel.dir}; they go into config/content-types/NAME.json`,
      );
    const tries = requestsToTry(kernel, base);
    if (tries.length > 0) print(['\nTry:', ...tries.map((request) => `  ${request}`), ''].join('\n'));
    return null;
  },
};

function meaningOf(environment: string): string {
  if (environment === 'production') return 'errors say nothing of the inside, a 403 gives no hint';
  return environment === 'development'
    ? 'a 403 says which action is missing; NODE_ENV=production turns that off'
    : 'answers are held against their routes, a 403 says little; NODE_ENV=development says more';
}

/** The keys of config/server that flags stand for; they have the same names. */
function serverOf(flags: Flags): object {
  const anonymous = textFlag(flags, 'anonymous');
  const port = textFlag(flags, 'port');
  return {
    ...(anonymous === undefined ? {} : { anonymous }),
    ...(port === undefined ? {} : { port: /^\d+$/.test(port) ? Number(port) : port }),
  };
}

/** What holds while no plugin knows users. `takesCredentials`: one knows other callers. */
function accessOf(anonymous: 'none' | 'read' | 'full', takesCredentials: boolean): string {
  if (anonymous === 'none') {
    const who = takesCredentials ? 'every request without credentials' : 'every request';
    return `${yellow('closed:')} ${who} is answered 403; switch a plugin on that knows users, or set server.anonymous`;
  }
  const what = anonymous === 'full' ? 'read and write everything' : 'read everything';
  return `${yellow('warning:')} whoever reaches this port may ${what} (server.anonymous is "${anonymous}")`;
}

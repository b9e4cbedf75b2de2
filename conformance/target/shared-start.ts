// A process that starts applications one after another: no start loads code again. Started applications run beside each other until the
// suite ends them. shared-process.ts forks it.

/** A start, sent by the suite. */
export interface WantedStart {
  /** The core of the build: dist/core. */
  readonly core: string;
  readonly flags: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A request of the suite: to start an application, or to end the one that the request `end` started. */
export type Wanted = { readonly id: number } & ({ readonly start: WantedStart } | { readonly end: number });

/** The answer to a request. */
export interface Seen {
  readonly id: number;
  /** The address of the started application; null when it did not start. */
  readonly url: string | null;
  /** The whole output of the start. */
  readonly output: string;
}

interface Kernel {
  readonly server: { readonly url: string };
  stop(): Promise<void>;
}

/** What the command line gets from the layers above it. */
interface Host {
  createKernel(options: unknown): Promise<Kernel>;
}

/** The parts of the command line that `quire start` consists of. */
interface CommandLine {
  readonly startCommand: {
    run(flags: WantedStart['flags'], word: undefined, host: Host): Promise<number | null>;
  };
  reportError(error: unknown, trace: boolean): void;
}

type Listener = (...given: unknown[]) => void;
interface Running {
  readonly kernel: Kernel;
  /** Those of signals and of errors, which `quire start` adds to the process. */
  readonly listeners: readonly (readonly [string | symbol, Listener])[];
}

const running = new Map<number, Running>();

async function started(id: number, { core, flags, env }: WantedStart): Promise<Seen> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  const said: string[] = [];
  const hear = (text: string | Uint8Array): boolean => {
    said.push(typeof text === 'string' ? text : Buffer.from(text).toString());
    return true;
  };
  process.stdout.write = hear;
  process.stderr.write = hear;
  const { startCommand, reportError }: CommandLine = {
    ...require(`${core}/kernel/cli/start.js`),
    ...require(`${core}/kernel/cli/report-error.js`),
  };
  const { createKernel }: Host = require(`${core}/create-kernel.js`);
  let kernel: Kernel | undefined;
  const host: Host = {
    async createKernel(options) {
      kernel = await createKernel(options);
      return kernel;
    },
  };
  const before = new Set(listenersNow().map(([, listener]) => listener));
  let code: number | null = 1;
  try {
    code = await startCommand.run(flags, undefined, host);
  } catch (error) {
    reportError(error, false);
  }
  const listeners = listenersNow().filter(([, listener]) => !before.has(listener));
  if (code === null && kernel) running.set(id, { kernel, listeners });
  else remove(listeners);
  return { id, url: (code === null && kernel?.server.url) || null, output: said.join('') };
}

async function end(id: number): Promise<void> {
  const one = running.get(id);
  running.delete(id);
  await one?.kernel.stop();
  remove(one?.listeners ?? []);
}

const listenersNow = (): Running['listeners'] =>
  process
    .eventNames()
    .flatMap((event) =>
      (process.rawListeners(event as 'exit') as Listener[]).map((listener) => [event, listener] as const),
    );

function remove(listeners: Running['listeners']): void {
  for (const [event, listener] of listeners) process.off(event as string, listener);
}

process.setMaxListeners(0);
process.on('message', (wanted: Wanted) => {
  const { id } = wanted;
  const work: Promise<Seen> =
    'start' in wanted
      ? started(id, wanted.start)
      : end(wanted.end).then(() => ({ id, url: null, output: '' }));
  work.then(
    (seen) => process.send?.(seen),
    (error: unknown) => process.send?.({ id, url: null, output: String(error) } satisfies Seen),
  );
});
process.once('disconnect', () => process.exit());

// A process that starts applications which must fail, one after another: each start loads no code again. refused-starts.ts forks it.

/** A start, sent by the suite. */
export interface WantedStart {
  /** The core of the build: dist/core. */
  readonly core: string;
  readonly flags: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** What the command line gets from the layers above it. */
interface Host {
  createKernel(options: unknown): unknown;
}

/** The parts of the command line that `quire start` consists of. */
interface CommandLine {
  readonly startCommand: {
    run(flags: WantedStart['flags'], word: undefined, host: Host): Promise<number | null>;
  };
  reportError(error: unknown, trace: boolean): void;
}

/** The answer of the process. */
export interface SeenStart {
  readonly started: boolean;
  /** The whole output of the start. */
  readonly output: string;
}

async function outputOf({ core, flags, env }: WantedStart): Promise<SeenStart> {
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
  try {
    const code = await startCommand.run(flags, undefined, { createKernel });
    return { started: code === null, output: said.join('') };
  } catch (error) {
    reportError(error, false);
    return { started: false, output: said.join('') };
  }
}

// A failed start may leave its listeners of signals.
process.setMaxListeners(0);
process.on('message', (wanted: WantedStart) => {
  outputOf(wanted).then((seen) => process.send?.(seen));
});
process.once('disconnect', () => process.exit());

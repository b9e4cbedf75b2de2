// `quire develop`: runs `quire start` in a child process, and restarts it after each change in the application folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { StartupError } from '../errors/startup-error';
import { type Command, type CommandHost, EXIT, textFlag } from './command';
import { onStopSignal } from './signals';
import { startCommand } from './start';
import { grey, note } from './terminal';
import { watchFiles } from './watch-files';

export const developCommand: Command = {
  name: 'develop',
  summary: 'Runs an application and restarts it after each change of code or configuration.',
  usage: 'quire develop [--dir PATH] [--anonymous none|read|full] [--port PORT]',
  example: 'quire develop --anonymous full',
  flags: startCommand.flags,
  notes:
    'Watches .ts, .js, .mjs, .cjs, .json and .env* files in the application folder, except in\nnode_modules, dist, data, coverage, public and hidden folders. Writes types/content.d.ts and\ntypes/client.ts again when they exist (see quire types).',
  check: startCommand.check,
  async run(flags, _word, host) {
    const dir = resolve(textFlag(flags, 'dir') ?? process.cwd());
    if (!existsSync(dir))
      throw new StartupError(
        `The folder ${dir} does not exist. Create it, or select another with --dir PATH.`,
      );
    const args = Object.keys(flags)
      .filter((name) => name in startCommand.flags || name === 'trace')
      .flatMap((name) => (flags[name] === true ? [`--${name}`] : [`--${name}`, String(flags[name])]));
    restartOnChange(dir, host, () => {
      refreshTypes(dir, host);
      return spawn(process.execPath, [host.main, 'start', ...args], {
        stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      });
    });
    return null;
  },
};

/** Writes those files of `quire types` again that exist. A mistake in the model is reported by `quire start`, which runs beside. */
function refreshTypes(dir: string, { main, generated }: CommandHost): void {
  for (const [file, args] of generated)
    if (existsSync(join(dir, file)))
      spawn(process.execPath, [main, ...args, '--dir', dir], { stdio: 'ignore' });
}

function restartOnChange(dir: string, { generated }: CommandHost, start: () => ChildProcess): void {
  let isEnding = false;
  let child = begin();

  function begin(): ChildProcess {
    const started = start();
    started.once('exit', afterExit).once('exit', () => watching.acceptAll());
    // A file that the application writes itself at its start, such as .env with a new secret.
    started.on('message', (message: unknown) => {
      if (names(message, 'writes')) watching.ignore(relative(dir, message.writes));
      if (names(message, 'written')) watching.accept(relative(dir, message.written));
    });
    return started;
  }

  function afterExit(code: number | null): void {
    if (isEnding) process.exit(code ?? EXIT.ok);
    if (code !== 0) note(grey('Waiting for a change …', process.stderr));
  }
  const restart = (): void => {
    const next = (): void => {
      child = begin();
    };
    if (child.exitCode !== null || child.signalCode !== null) {
      next();
      return;
    }
    child.off('exit', afterExit);
    child.once('exit', next);
    child.kill('SIGTERM');
  };
  const report = (file: string): void => {
    note(grey(`${file} changed; restarting`, process.stderr));
    restart();
  };
  const watching = watchFiles(
    dir,
    report,
    generated.map(([file]) => file),
  );
  onStopSignal((signal) => {
    isEnding = true;
    if (child.exitCode !== null) process.exit(EXIT.ok);
    child.kill(signal);
  });
}

/** The message is `{ [key]: path }`. */
const names = <K extends string>(message: unknown, key: K): message is { readonly [key in K]: string } =>
  typeof message === 'object' &&
  message !== null &&
  typeof (message as Record<string, unknown>)[key] === 'string';

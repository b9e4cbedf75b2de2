// `quire develop`: runs `quire start` in a child process, and restarts it after each change in the application folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { StartupError } from '../errors/startup-error';
import { type Command, EXIT, textFlag } from './command';
import { onStopSignal } from './signals';
import { startCommand } from './start';
import { grey, note } from './terminal';
import { watchFiles } from './watch-files';

export const developCommand: Command = {
  name: 'develop',
  summary: 'Runs an application and restarts it after each change of code or configuration.',
  usage: 'quire develop [--dir PATH] [--anonymous none|read|full] [--port PORT]',
  flags: startCommand.flags,
  notes:
    'Watches .ts, .js, .mjs, .cjs, .json and .env* files in the application folder, except in\nnode_modules, dist, data, coverage, public and hidden folders.',
  check: startCommand.check,
  async run(flags) {
    const dir = resolve(textFlag(flags, 'dir') ?? process.cwd());
    if (!existsSync(dir))
      throw new StartupError(
        `The folder ${dir} does not exist. Create it, or select another with --dir PATH.`,
      );
    const args = Object.keys(flags)
      .filter((name) => name in startCommand.flags || name === 'trace')
      .flatMap((name) => (flags[name] === true ? [`--${name}`] : [`--${name}`, String(flags[name])]));
    restartOnChange(dir, () =>
      spawn(process.execPath, [join(__dirname, 'main.js'), 'start', ...args], { stdio: 'inherit' }),
    );
    return null;
  },
};

function restartOnChange(dir: string, start: () => ChildProcess): void {
  let child = start();
  let isEnding = false;
  child.once('exit', afterExit);

  function afterExit(code: number | null): void {
    if (isEnding) process.exit(code ?? EXIT.ok);
    if (code !== 0) note(grey('Waiting for a change …', process.stderr));
  }
  const restart = (): void => {
    const next = (): void => {
      child = start();
      child.once('exit', afterExit);
    };
    if (child.exitCode !== null || child.signalCode !== null) {
      next();
      return;
    }
    child.off('exit', afterExit);
    child.once('exit', next);
    child.kill('SIGTERM');
  };
  watchFiles(dir, (file) => {
    note(grey(`${file} changed; restarting`, process.stderr));
    restart();
  });
  onStopSignal((signal) => {
    isEnding = true;
    if (child.exitCode !== null) process.exit(EXIT.ok);
    child.kill(signal);
  });
}

// `quire develop`: runs `quire start` in a process of its own, and again after each change of the application folder.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, type FSWatcher, readdirSync, watch } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { StartupError } from '../errors/startup-error';
import { type Command, EXIT, textFlag } from './command';
import { startCommand } from './start';
import { grey, note } from './terminal';

const IGNORED = /^(node_modules|dist|data|coverage|public)$|^\.(?!env)|\.db(-\w+)?$|~$/;
const QUIET = 150;

export const developCommand: Command = {
  name: 'develop',
  summary: 'Runs an application, and again after each change of its files.',
  usage: 'quire develop [--dir PATH] [--anonymous none|read|full] [--port PORT]',
  flags: startCommand.flags,
  check: startCommand.check,
  async run(flags) {
    const dir = resolve(textFlag(flags, 'dir') ?? process.cwd());
    if (!existsSync(dir))
      throw new StartupError(`There is no folder ${dir}. Create it, or name another with --dir PATH.`);
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
  let timer: NodeJS.Timeout | undefined;
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
  watchFolder(dir, (file) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      note(grey(`${file} changed, starting again`, process.stderr));
      restart();
    }, QUIET);
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      isEnding = true;
      if (child.exitCode !== null) process.exit(EXIT.ok);
      child.kill(signal);
    });
}

/** Each folder by itself: Node's recursive watching loses files that an editor replaces, and would watch node_modules. */
function watchFolder(dir: string, onChange: (file: string) => void): void {
  const watched = new Map<string, FSWatcher>();
  const follow = (folder: string): void => {
    if (!watched.has(folder)) {
      const watcher = watch(folder, (_event, file) => {
        if (file === null || IGNORED.test(file)) return;
        follow(folder);
        onChange(relative(dir, join(folder, file)));
      });
      // A folder that is gone is followed no more.
      watcher.on('error', () => {
        watcher.close();
        watched.delete(folder);
      });
      watched.set(folder, watcher);
    }
    for (const entry of readFolder(folder)) if (!IGNORED.test(entry)) follow(join(folder, entry));
  };
  follow(dir);
}

function readFolder(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  } catch {
    return [];
  }
}

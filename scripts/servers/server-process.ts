// The process of a server. It ends with the process that started it, also after `kill -9`.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Program } from './programs';

export interface ServerProcess {
  /** Resolves when the port is open. */
  start(): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
  /** Sends the signal, and waits for nothing. */
  signal(signal: NodeJS.Signals): void;
}

/** `log`: the file for the output. */
export function createServerProcess({ file, args }: Program, port: number, log?: string): ServerProcess {
  let child: ChildProcess | null = null;
  return {
    async start() {
      const output = log === undefined ? 'ignore' : openSync(log, 'a');
      // Linux sends the signal when the parent has ended. `setpriv` sets it after a change of the user, which would clear it.
      const ending = process.platform === 'linux' ? ['--pdeathsig=SIGKILL'] : null;
      const isSetpriv = file === 'setpriv';
      child = ending
        ? spawn('setpriv', [...ending, ...(isSetpriv ? [] : ['--', file]), ...args], {
            stdio: ['ignore', output, output],
          })
        : spawn(file, args, { stdio: ['ignore', output, output] });
      if (typeof output === 'number') closeSync(output);
      await untilPort(port, child, () => (log === undefined ? '' : `: ${lastLines(log)}`));
    },
    async end(signal) {
      const running = child;
      child = null;
      // Ctrl-C also reaches the server.
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const ended = once(running, 'exit');
      running.kill(signal);
      if (signal !== 'SIGSTOP') running.kill('SIGCONT');
      await ended;
    },
    signal(signal) {
      child?.kill(signal);
    },
  };
}

const lastLines = (log: string): string => readFileSync(log, 'utf8').trim().split('\n').slice(-3).join(' / ');

async function untilPort(port: number, child: ChildProcess, reason: () => string): Promise<void> {
  let failure: Error | null = null;
  child.once('error', (error) => {
    failure = error;
  });
  for (;;) {
    if (failure) throw failure;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`The server ended with code ${child.exitCode ?? child.signalCode}${reason()}`);
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('connect', () => socket.destroy());
    });
    if (isOpen) return;
    await pause(50);
  }
}

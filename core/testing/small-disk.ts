// A disk that becomes full. Linux gives a shell a mount of its own, also without rights of an administrator; the mount ends with the shell.
import { spawnSync } from 'node:child_process';

const MOUNT = 'mount -t tmpfs -o size="$2" none "$1"';

export interface SmallDisk {
  /** An empty folder. */
  readonly folder: string;
  /** `4m`: 4 MiB. */
  readonly size: string;
  /** Lines of sh. `grow` gives the disk 64 MiB. */
  readonly script: string;
  readonly env: NodeJS.ProcessEnv;
}

const inMount = (script: string, args: readonly string[], env: NodeJS.ProcessEnv) =>
  spawnSync(
    'unshare',
    ['--user', '--map-root-user', '--mount', 'sh', '-c', `${MOUNT}\n${script}`, 'sh', ...args],
    { encoding: 'utf8', env, timeout: 240_000 },
  );

/** false: this machine does not let a program mount. */
export const hasSmallDisks = (folder: string): boolean =>
  inMount('exit 7', [folder, '1m'], process.env).status === 7;

/** Returns what the script wrote, to both of its outputs. */
export function onSmallDisk({ folder, size, script, env }: SmallDisk): string {
  const grow = 'grow() { mount -o remount,size=64m "$DISK"; }';
  const { stdout, error } = inMount(`DISK="$1"; exec 2>&1\n${grow}\n${script}`, [folder, size], env);
  if (error) throw error;
  return stdout;
}

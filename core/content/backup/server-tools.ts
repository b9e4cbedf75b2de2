// The own programs of database servers: what they write, and how they read it again. Passwords go through the environment, so that no
// list of processes shows them.
import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { ResolvedConfig } from '../../database/config-types';
import { StartupError } from '../../kernel/errors/startup-error';
import { thrownCode } from '../../kernel/errors/thrown';

export interface ServerTool {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

type Connection = Pick<
  ResolvedConfig,
  'client' | 'host' | 'port' | 'user' | 'password' | 'database' | 'socket'
>;

export const dumpFile = (client: 'mysql' | 'postgres'): string =>
  client === 'mysql' ? 'database.sql' : 'database.dump';

/** Writes the dump to its output. */
export const dumpTool = (config: Connection): ServerTool =>
  config.client === 'mysql'
    ? mysqlTool('mariadb-dump', config, ['--single-transaction', '--quick', '--hex-blob', '--skip-dump-date'])
    : postgresTool('pg_dump', config, ['--format=custom', '--no-owner', '--no-privileges']);

/** Reads the dump from its input, and replaces the tables. */
export const restoreTool = (config: Connection): ServerTool =>
  config.client === 'mysql'
    ? mysqlTool('mariadb', config, [])
    : postgresTool('pg_restore', config, [
        '--clean',
        '--if-exists',
        '--no-owner',
        '--no-privileges',
        '--single-transaction',
        '--exit-on-error',
      ]);

function mysqlTool(program: string, config: Connection, args: readonly string[]): ServerTool {
  const place = config.socket
    ? [`--socket=${config.socket}`]
    : [`--host=${config.host}`, `--port=${config.port}`, '--protocol=tcp'];
  return {
    program,
    args: [...args, ...place, `--user=${config.user}`, '--default-character-set=utf8mb4', config.database],
    env: config.password ? { MYSQL_PWD: config.password } : {},
  };
}

function postgresTool(program: string, config: Connection, args: readonly string[]): ServerTool {
  return {
    program,
    args: [
      ...args,
      `--host=${config.socket ?? config.host}`,
      `--port=${config.port}`,
      `--username=${config.user}`,
      '--no-password',
      `--dbname=${config.database}`,
    ],
    env: config.password ? { PGPASSWORD: config.password } : {},
  };
}

export const commandText = ({ program, args }: ServerTool): string => [program, ...args].join(' ');

/** How the programs say that the disk is full. */
const FULL = /No space left on device|errno:? 28\b/i;

/** `input` and `output` are files. */
export async function runTool(
  { program, args, env }: ServerTool,
  files: { readonly input?: string; readonly output?: string },
): Promise<void> {
  const input = files.input === undefined ? 'ignore' : openSync(files.input, 'r');
  const output = files.output === undefined ? 'ignore' : openSync(files.output, 'wx', 0o600);
  try {
    const errors: Buffer[] = [];
    const code = await new Promise<number | null>((resolve, reject) => {
      const child = spawn(program, args, {
        stdio: [input, output, 'pipe'],
        env: { ...process.env, ...env },
      });
      child.stderr?.on('data', (data: Buffer) => errors.push(data));
      child.on('error', reject);
      child.on('close', resolve);
    }).catch((error: unknown) => {
      if (thrownCode(error) === 'ENOENT')
        throw new StartupError(
          `The program ${program} is not installed. Install the client of the database.`,
        );
      throw error;
    });
    if (code !== 0) {
      const said = Buffer.concat(errors).toString().trim().slice(-2000);
      const isFull = files.output !== undefined && FULL.test(said);
      const remedy = isFull
        ? ` The disk of ${files.output} is full. Free space, or choose another path.`
        : '';
      throw new StartupError(`${program} failed with ${code}: ${said}${remedy}`);
    }
  } finally {
    for (const file of [input, output]) if (typeof file === 'number') closeSync(file);
  }
}

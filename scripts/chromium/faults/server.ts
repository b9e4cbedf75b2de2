// The server that is killed: a process on the folder and the database of a test application.
import { createKernel } from '../../../core';
import { PLUGINS } from './content';

async function main(): Promise<void> {
  const { dir, database, port } = JSON.parse(process.argv[2] ?? '{}');
  // The tests are gone.
  process.stdin.on('end', () => process.exit(1)).resume();
  const kernel = await createKernel({
    dir,
    env: { NODE_ENV: 'test' },
    overrides: { database, server: { port }, plugins: PLUGINS } as never,
    writeLog: () => undefined,
  });
  await kernel.listen();
  process.stdout.write('ready\n');
}

void main();

// Ports that no program of this machine uses now. They are below those that a system gives to clients: a server that starts later finds its
// port still free.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

const [FIRST, LAST] = [15_000, 32_000];

export async function freePorts(count: number): Promise<number[]> {
  const held = new Map<number, Server>();
  // Held until all are found: none is found twice.
  while (held.size < count) {
    const port = randomInt(FIRST, LAST);
    const server = await listenAt(port);
    if (server) held.set(port, server);
  }
  await Promise.all([...held.values()].map((server) => once(server.close(), 'close')));
  return [...held.keys()];
}

/** null: the port is in use. */
async function listenAt(port: number): Promise<Server | null> {
  const server = createServer();
  try {
    await once(server.listen(port, '0.0.0.0'), 'listening');
    return server;
  } catch {
    return null;
  }
}

export const freePort = async (): Promise<number> => (await freePorts(1))[0] ?? 0;

// Closes the connections that a worker had not taken yet when it was killed. Node sends each connection to a worker, and closes its own
// copy after the worker's reply. Without a reply Node keeps it, so its client would wait forever.
import type { Worker } from 'node:cluster';

interface Handle {
  close(): void;
}

/** What Node sends to a worker, and what the worker replies. */
interface NodeMessage {
  readonly act?: unknown;
  readonly seq?: unknown;
  readonly ack?: unknown;
}

export function closeUntakenConnections(worker: Worker): void {
  const { process: child } = worker;
  const untaken = new Map<unknown, Handle>();
  const send = child.send.bind(child) as (...args: readonly unknown[]) => boolean;
  child.send = (...args: readonly unknown[]): boolean => {
    const [message, handle] = args as readonly [NodeMessage | null, Handle | undefined];
    if (message?.act === 'newconn' && handle) untaken.set(message.seq, handle);
    return send(...args);
  };
  child.on('internalMessage', ({ ack }: NodeMessage) => untaken.delete(ack));
  worker.once('exit', () => {
    for (const handle of untaken.values()) handle.close();
  });
}

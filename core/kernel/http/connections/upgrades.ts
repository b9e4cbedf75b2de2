// Connections that leave HTTP, such as WebSockets. Only a registered path accepts an upgrade. Any other offer of an upgrade, and CONNECT, is
// a request like any other: it passes the router and all limits, and its answer ends the connection.
import { IncomingMessage, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '../../errors/app-error';
import type { Logger } from '../../log/logger';
import { refuse } from './unparsed-request';

export interface Upgrade {
  /** The whole path, without a query string. */
  readonly path: string;
  /** The value of the header `Upgrade`, in small letters: `websocket`. */
  readonly protocol: string;
  /** Takes the connection. May throw an error of a table, which becomes the answer. */
  take(incoming: IncomingMessage, socket: Duplex, head: Buffer): void;
}

export interface Upgrades {
  /** Requests of this class offer an upgrade to node only if it is accepted. */
  readonly Message: typeof IncomingMessage;
  /** Before the server opens its port. */
  attach(server: Server): void;
  /** Throws an error if the path is taken. */
  add(upgrade: Upgrade): void;
}

/** A request that offered an upgrade and is served as HTTP. Node drops what its client sends behind it in the same packet. */
export const hasDeclinedUpgrade = (request: IncomingMessage): boolean =>
  (request as Offering).isOffer === true;

/** `accepted`: undefined before the decision. */
type Offering = IncomingMessage & { isOffer?: boolean; accepted?: Upgrade | null };

export function createUpgrades(log: Logger, isClosing: () => boolean): Upgrades {
  const upgrades = new Map<string, Upgrade>();

  const accept = ({ method, url = '', headers, socket }: IncomingMessage): Upgrade | null => {
    if (method !== 'GET' || isClosing()) return null;
    const upgrade = upgrades.get(url.split('?', 1)[0] ?? '');
    if (upgrade === undefined || upgrade.protocol !== headers.upgrade?.toLowerCase()) return null;
    // Node's own field: an earlier request of the connection has no answer yet.
    return (socket as { _httpMessage?: unknown })._httpMessage ? null : upgrade;
  };

  class Message extends IncomingMessage {
    declare isOffer?: boolean;
    declare accepted?: Upgrade | null;

    /** Node sets it after the head, and reads it to learn whether the connection leaves HTTP. */
    set upgrade(offers: boolean | null) {
      if (offers) this.isOffer = true;
    }

    get upgrade(): boolean {
      if (this.isOffer !== true) return false;
      if (this.accepted === undefined) this.accepted = accept(this);
      return this.accepted !== null;
    }
  }

  const take = (incoming: Offering, socket: Duplex, head: Buffer): void => {
    try {
      incoming.accepted?.take(incoming, socket, head);
    } catch (error) {
      if (error instanceof AppError) refuse(socket, error);
      else {
        log.error('an upgrade failed', { error, path: incoming.url });
        socket.destroy();
      }
    }
  };

  let server: Server | null = null;
  return {
    Message,
    attach(node) {
      server = node;
      // Node asks this class alone, so it would call another listener for accepted upgrades only.
      server.on('newListener', (event: string, listener: unknown) => {
        if ((event === 'upgrade' || event === 'connect') && listener !== take)
          throw new Error(
            `Node's event "${event}" is not for plugins; register the path with server.onUpgrade(…)`,
          );
      });
    },
    add(upgrade) {
      const { path } = upgrade;
      if (upgrades.has(path))
        throw new Error(`Upgrades of ${path} are registered twice; choose another path`);
      if (upgrades.size === 0) server?.on('upgrade', take);
      upgrades.set(path, upgrade);
    },
  };
}

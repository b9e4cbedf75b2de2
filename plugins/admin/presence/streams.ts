// The open event streams: `data: [{"id":7,"username":"ann"}]` names the other people who have the document open. A stream ends with its session,
// with the right to read the document, and with the server.
import { Readable } from 'node:stream';
import { type Answer, type App, coreErrors, type RequestContext } from '../../../core';
import type { Users } from '../../users-permissions';
import { adminErrors } from '../errors';
import type { Viewers } from './viewers';

export interface Streams {
  /** `check` throws when the caller may no longer have the stream. */
  open(request: RequestContext, key: string, check: () => Promise<void>): Answer;
  /** Ends the streams of a session that has ended. */
  end(session: number): void;
}

interface Stream {
  readonly user: number;
  readonly session: number | null;
  readonly check: () => Promise<void>;
  readonly end: () => void;
  /** A comment keeps proxies from closing the connection. */
  readonly keepAlive: () => void;
}

const MOST_STREAMS = 500;
const MOST_OF_USER = 20;
/** Proxies must pass each event on at once. */
const HEADERS = { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' };

export function createStreams(
  { server, log }: Pick<App, 'server' | 'log'>,
  users: () => Users,
  viewers: Viewers,
  seconds: number,
): Streams {
  const streams = new Set<Stream>();
  let timer: NodeJS.Timeout | null = null;

  const tick = async (): Promise<void> => {
    viewers.tick();
    for (const stream of [...streams]) await stream.check().then(stream.keepAlive, stream.end);
    timer = null;
    schedule();
  };
  const schedule = (): void => {
    if (timer !== null || streams.size === 0 || server.closing.aborted) return;
    timer = setTimeout(() => void tick(), seconds * 1000).unref();
  };
  const othersAt = async (key: string, own: number) => {
    const found = viewers.of(key).filter((id) => id !== own);
    const accounts = await Promise.all(
      found.map((id) =>
        users()
          .account(id)
          .catch(() => null),
      ),
    );
    return accounts.flatMap((account) => (account ? [{ id: account.id, username: account.username }] : []));
  };

  return {
    open(request, key, check) {
      const { user, adminSession } = request.state;
      if (!user) throw adminErrors.ADMIN_SESSION_OVER();
      if (server.closing.aborted || streams.size >= MOST_STREAMS) throw coreErrors.SERVER_BUSY(60);
      if ([...streams].filter((stream) => stream.user === user.id).length >= MOST_OF_USER)
        throw adminErrors.ADMIN_STREAMS(MOST_OF_USER);
      let sent = '';
      /** Names are read one after the other, so an older list never follows a newer one. */
      let sending = Promise.resolve();
      const send = (): void => {
        sending = sending
          .then(async () => {
            const text = JSON.stringify(await othersAt(key, user.id));
            if (text !== sent) write(`data: ${text}\n\n`);
            sent = text;
          })
          .catch((error: unknown) => log.error('the presence of a document failed', { error }));
      };
      const write = (text: string): void => {
        if (streams.has(stream)) readable.push(text);
      };
      const onClosing = (): void => stream.end();
      const readable = new Readable({
        read: () => undefined,
        destroy(error, done) {
          streams.delete(stream);
          server.closing.removeEventListener('abort', onClosing);
          endView();
          done(error);
        },
      });
      const stream: Stream = {
        user: user.id,
        session: adminSession?.id ?? null,
        check,
        end: () => {
          if (streams.delete(stream)) readable.push(null);
        },
        keepAlive: () => write(':\n\n'),
      };
      streams.add(stream);
      server.closing.addEventListener('abort', onClosing, { once: true });
      const endView = viewers.open(key, user.id, send);
      schedule();
      return { stream: readable, type: 'text/event-stream; charset=utf-8', headers: HEADERS };
    },
    end(session) {
      for (const stream of [...streams]) if (stream.session === session) stream.end();
    },
  };
}

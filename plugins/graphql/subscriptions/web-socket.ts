// Subscriptions over WebSockets, with the protocol of graphql-ws. Queries and mutations stay with HTTP.
import type { IncomingMessage } from 'node:http';
import { type ExecutionArgs, GraphQLError } from 'graphql';
import { type Context, handleProtocols, makeServer } from 'graphql-ws';
import { type WebSocket, WebSocketServer } from 'ws';
import { AppError, type HttpServer, type RequestContext } from '../../../core';
import type { SubscriptionClient } from '../context/client';
import { isPlanned, type PlanOperation } from '../operation/plan-operation';
import type { WriteAnswers } from '../operation/write-answers';
import { readOperation } from '../transport/read-request';
import type { Clients } from './clients';
import { endingSource } from './ending-source';
import type { ResultText } from './result-texts';
import { isResults, type Subscribe } from './subscribe';

export interface WebSocketParts {
  readonly server: HttpServer;
  readonly path: string;
  readonly clients: Clients;
  readonly plan: PlanOperation;
  readonly subscribe: Subscribe;
  readonly answers: WriteAnswers;
  readonly resultText: ResultText;
  onError(error: unknown): void;
}

/** Bytes of one message, as of a JSON body. */
const MAX_PAYLOAD = 1024 * 1024;
/** Milliseconds between pings; a client that answers none is dropped. */
const KEEP_ALIVE = 12_000;
const FORBIDDEN = 4403;
/** Of HTTP. */
const TOO_MANY = 429;
const INTERNAL = 4500;

interface Connection {
  readonly incoming: IncomingMessage;
  readonly send: (message: string) => Promise<void>;
  readonly close: (code: number, reason: string) => void;
  client: SubscriptionClient | null;
  isClosed: boolean;
}

export function serveWebSockets(parts: WebSocketParts): void {
  const { server, path, clients, plan, subscribe, answers, resultText } = parts;
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_PAYLOAD, handleProtocols });

  const protocol = makeServer<Readonly<Record<string, unknown>>, Connection>({
    async onConnect({ connectionParams, extra }) {
      try {
        const request = server.upgraded(extra.incoming, credentialsOf(connectionParams));
        await server.authenticate(request);
        if (extra.isClosed) return false;
        extra.client = clients.add(request, ({ code, reason }) => extra.close(code, reason));
        return true;
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const isRefused = error.status < 500 && error.status !== TOO_MANY;
        extra.close(isRefused ? FORBIDDEN : TRY_AGAIN, error.message);
        // The library would close with a reason of its own.
        return new Promise<never>(() => undefined);
      }
    },
    onClose({ extra }) {
      extra.isClosed = true;
      if (extra.client) clients.remove(extra.client);
    },
    async onSubscribe({ extra }, id, payload) {
      const { client } = extra;
      if (!client) throw new Error('A subscription came before its connection');
      const sent = readOperation({ ...payload }, false);
      const planned = 'status' in sent ? sent : plan(sent);
      if ('status' in planned)
        return [new GraphQLError(planned.message, { extensions: { code: planned.code } })];
      if (!isPlanned(planned)) return planned;
      if (planned.operation.operation !== 'subscription') return [notHere(planned.operation.operation)];
      const { document, asked } = planned;
      const found = await subscribe(client, planned);
      return {
        document,
        operationName: asked.operationName,
        contextValue: isResults(found)
          ? endingSource(found, async (result) => {
              await extra.send(nextMessage(id, resultText(result, client.request)));
              // graphql-ws would write the text of the result again.
              return null;
            })
          : found,
      } as unknown as ExecutionArgs;
    },
    subscribe: ({ contextValue }) => contextValue as ReturnType<Subscribe>,
    onNext: (context, _id, _payload, _args, result) =>
      result.errors
        ? { ...result, errors: answers.errors(result.errors, requestOf(context)) }
        : (result as never),
    onError: (context, _id, _payload, errors) => answers.errors(errors, requestOf(context)),
  });

  sockets.on('connection', (socket: WebSocket, incoming: IncomingMessage) => {
    const close = (code: number, reason: string): void => socket.close(code, shortened(reason));
    const send = (message: string): Promise<void> => sent(socket, message);
    const keepAlive = pings(socket);
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send,
        close: (code = 1000, reason = '') => close(code, reason),
        onMessage: (take) =>
          socket.on('message', (data) => {
            take(String(data)).catch((error: unknown) => {
              parts.onError(error);
              close(INTERNAL, 'Internal Server Error');
            });
          }),
      },
      { incoming, send, close, client: null, isClosed: false },
    );
    // A frame that breaks the protocol: ws closes the socket itself.
    socket.on('error', () => undefined);
    socket.once('close', (code, reason) => {
      clearInterval(keepAlive);
      closed(code, String(reason)).catch(parts.onError);
    });
  });
  server.closing.addEventListener('abort', () => {
    for (const socket of sockets.clients) socket.close(1001, 'Going away');
  });

  server.onUpgrade({
    path,
    protocol: 'websocket',
    take(incoming, socket, head) {
      // Throws the 403 of a page of a foreign origin.
      server.upgraded(incoming);
      sockets.handleUpgrade(incoming, socket, head, (webSocket) =>
        sockets.emit('connection', webSocket, incoming),
      );
    },
  });
}

const TRY_AGAIN = 1013;

/** `{ "Authorization": "Bearer …" }`, also below `headers` and in small letters. */
function credentialsOf(params: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, string>> {
  for (const place of [params, params.headers])
    for (const [name, value] of Object.entries(place ?? {}))
      if (name.toLowerCase() === 'authorization' && typeof value === 'string')
        return { authorization: value };
  return {};
}

const requestOf = ({
  extra,
}: Context<never, Connection> | Context<Readonly<Record<string, unknown>>, Connection>): RequestContext => {
  if (!extra.client) throw new Error('A result came before its connection');
  return extra.client.request;
};

const nextMessage = (id: string, payload: string): string =>
  `{"id":${JSON.stringify(id)},"type":"next","payload":${payload}}`;

/** Resolves when the operating system has taken the message. So the next event waits until a slow client has read. */
const sent = (socket: WebSocket, data: string): Promise<void> =>
  new Promise((resolve, reject) => {
    if (socket.readyState !== socket.OPEN) return resolve();
    socket.send(data, (error) => (error ? reject(error) : resolve()));
  });

function pings(socket: WebSocket): NodeJS.Timeout {
  let isAlive = true;
  socket.on('pong', () => {
    isAlive = true;
  });
  return setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, KEEP_ALIVE).unref();
}

/** A close frame has room for 123 bytes. */
const shortened = (reason: string): string => {
  let text = reason;
  while (Buffer.byteLength(text) > 123) text = text.slice(0, -1);
  return text;
};

const notHere = (operation: string): GraphQLError =>
  new GraphQLError(`WebSockets run subscriptions only; send the ${operation} with POST`, {
    extensions: { code: 'BAD_REQUEST' },
  });

// Reads the server-sent events of a subscription.
import type { ClientRequest } from 'node:http';
import type { Listener } from './answer';
import { ArrivedEvents } from './arrived-events';
import { NoAnswer } from './no-answer';

/** Resolves with the first byte: the subscription has begun. */
export function readEventStream(sent: ClientRequest, patience: number): Promise<Listener> {
  const events = new ArrivedEvents(patience, () => sent.destroy());
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => sent.destroy(new Error(`no event stream within ${patience} ms`)), patience);
    let text = '';
    sent.on('error', (error) => {
      clearTimeout(late);
      reject(new NoAnswer(error.message));
    });
    sent.on('response', (response) => {
      const isStream = response.headers['content-type']?.startsWith('text/event-stream') === true;
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
        if (!isStream) return;
        clearTimeout(late);
        resolve(events);
        const blocks = text.split('\n\n');
        text = blocks.pop() ?? '';
        for (const block of blocks) {
          const [, event = '', data = ''] = /^event: (.*)\ndata: ?(.*)$/s.exec(block) ?? [];
          // Lines that keep the connection open have no event.
          if (event !== '') events.add({ event, data: data === '' ? null : JSON.parse(data) });
        }
      });
      // After `close`, the connection is cut.
      response.on('error', () => events.add({ event: 'close', data: null }));
      response.on('end', () => {
        clearTimeout(late);
        if (!isStream) events.add({ event: 'answer', data: { status: response.statusCode, text } });
        events.add({ event: 'close', data: null });
        resolve(events);
      });
    });
  });
}

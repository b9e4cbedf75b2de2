// The bus of one process, with a transport that fails.
import { until } from '../testing/until';
import { createBus, type JsonValue } from './bus';

it('says once that messages cannot be sent, and sends them later', async () => {
  const events: string[] = [];
  const { bus, open, close } = createBus(({ event }) => events.push(event));
  const sent: JsonValue[] = [];
  let failures = 2;
  open({
    async send(messages) {
      if (failures-- > 0) throw new Error('read only');
      sent.push(...messages.map(({ message }) => message));
    },
  });
  bus.publish('topic', 'one');
  bus.publish('topic', 'two');
  await until(() => sent.length === 2);
  expect([sent, events]).toEqual([['one', 'two'], ['bus.unsent']]);
  await close();
});

it('says that messages cannot be sent also after a time in which none could be read', async () => {
  const events: string[] = [];
  const { bus, open, close, setDown } = createBus(({ event }) => events.push(event));
  let attempts = 0;
  open({
    async send() {
      attempts += 1;
      throw new Error('read only');
    },
  });
  setDown(true);
  bus.publish('topic', 'one');
  await until(() => attempts > 0);
  setDown(false);
  await until(() => events.includes('bus.unsent'));
  expect(events).toEqual(['bus.down', 'bus.up', 'bus.unsent']);
  await close();
});

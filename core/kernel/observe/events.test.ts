import { type AppEvent, createEvents, type EventName } from './events';

const gap = (reason: string): AppEvent => ({ event: 'bus.gap', reason });

function setUp() {
  const errors: unknown[][] = [];
  const events = createEvents({ error: (...line) => void errors.push(line) });
  return { events, errors };
}

it('an event reaches the readers of its name, until they end', () => {
  const { events } = setUp();
  const first: string[] = [];
  const second: string[] = [];
  const end = events.observe('bus.gap', ({ reason }) => first.push(reason));
  events.observe(['bus.gap', 'bus.up'], ({ event }) => second.push(event));
  events.emit(gap('one'));
  end();
  end();
  events.emit(gap('two'));
  events.emit({ event: 'bus.up', kind: 'table' });
  expect([first, second]).toEqual([['one'], ['bus.gap', 'bus.gap', 'bus.up']]);
});

it('says whether an event has readers', () => {
  const { events } = setUp();
  const observation = events.observation('bus.gap');
  const seen = [observation.isObserved];
  const end = events.observe('bus.gap', () => undefined);
  seen.push(observation.isObserved, events.observation('bus.up').isObserved);
  end();
  seen.push(observation.isObserved);
  expect(seen).toEqual([false, true, false, false]);
});

it('a reader that fails is logged, and the others still run', () => {
  const { events, errors } = setUp();
  const names: EventName[] = [];
  events.observe('bus.gap', () => {
    throw new Error('boom');
  });
  events.observe('bus.gap', ({ event }) => names.push(event));
  expect(() => events.emit(gap('one'))).not.toThrow();
  expect(names).toEqual(['bus.gap']);
  expect(errors).toEqual([['a reader of the event "bus.gap" failed', { error: expect.any(Error) }]]);
});

it('a reader that ends another one during an event leaves the event whole', () => {
  const { events } = setUp();
  const heard: string[] = [];
  const ends: (() => void)[] = [];
  ends.push(events.observe('bus.gap', () => ends[1]?.()));
  ends.push(events.observe('bus.gap', ({ reason }) => heard.push(reason)));
  events.emit(gap('one'));
  events.emit(gap('two'));
  expect(heard).toEqual(['one']);
});

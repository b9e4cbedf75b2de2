// A cancellation is repeated, but not for ever.
import type { ServerConnection } from './adapter';
import { Cancellation } from './cancellation';

afterEach(() => jest.useRealTimers());

function begun() {
  jest.useFakeTimers();
  const cancel = jest.fn(async () => undefined);
  const cut = jest.fn();
  const cancellation = new Cancellation({ cancel, cut } as unknown as ServerConnection);
  cancellation.begin();
  return { cancellation, cancel, cut };
}

it('closes the connection of work that does not end', async () => {
  const { cancellation, cancel, cut } = begun();
  await jest.advanceTimersByTimeAsync(4_000);
  expect(cancel.mock.calls.length).toBeGreaterThan(10);
  expect(cut).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(56_000);
  expect(cut).toHaveBeenCalledTimes(1);
  expect(cancel.mock.calls.length).toBeLessThan(25);
  expect(await cancellation.end()).toBe(false);
});

it('keeps the connection of work that ends', async () => {
  const { cancellation, cancel, cut } = begun();
  await jest.advanceTimersByTimeAsync(100);
  expect(await cancellation.end()).toBe(true);
  await jest.advanceTimersByTimeAsync(60_000);
  expect([cancel.mock.calls.length, cut.mock.calls.length]).toEqual([1, 0]);
});

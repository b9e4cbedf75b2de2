// Events, each converted. null: the event is dropped. `return` ends the source at once, also while an event is awaited; an async generator would wait for it.

/** `convert` may take its time: the next event is asked for afterwards. */
export function endingSource<Event, Result>(
  source: AsyncIterable<Event>,
  convert: (event: Event) => Promise<Result | null>,
): AsyncGenerator<Result, void, void> {
  const events = source[Symbol.asyncIterator]();
  const end = async () => {
    await events.return?.();
    return { done: true, value: undefined } as const;
  };
  const converted: AsyncGenerator<Result, void, void> = {
    async next() {
      for (;;) {
        const { done, value: event } = await events.next();
        if (done) return { done: true, value: undefined };
        try {
          const value = await convert(event);
          if (value !== null) return { done: false, value };
        } catch (error) {
          await end();
          throw error;
        }
      }
    },
    return: end,
    async throw(error) {
      await end();
      throw error;
    },
    [Symbol.asyncIterator]: () => converted,
    async [Symbol.asyncDispose]() {
      await end();
    },
  };
  return converted;
}

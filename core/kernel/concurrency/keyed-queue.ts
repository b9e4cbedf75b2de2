// Runs works on one file after each other, in the order in which they came. Works on different files run at the same time.

export type InTurn = <T>(id: number, work: () => Promise<T>) => Promise<T>;

export function createTurns(): InTurn {
  const last = new Map<number, Promise<unknown>>();
  return (id, work) => {
    const own = (last.get(id) ?? Promise.resolve()).then(work, work);
    const ended = own.then(
      () => undefined,
      () => undefined,
    );
    last.set(id, ended);
    ended.then(() => {
      if (last.get(id) === ended) last.delete(id);
    });
    return own;
  };
}

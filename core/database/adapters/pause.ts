// Waiting with jitter, so that those who collided do not collide again.

/** Between half of `milliseconds` and all of it. */
export const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds * (0.5 + Math.random() / 2)));

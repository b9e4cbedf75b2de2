// Shared values of one process, for tests of a file alone.
import { createBus } from '../cluster/bus';
import { createShared, type SharedValues } from '../cluster/shared';

export function localShared(): SharedValues {
  const observe = (): void => undefined;
  return createShared(createBus(observe).bus, observe, () => undefined).shared;
}

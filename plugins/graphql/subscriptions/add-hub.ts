// Opens the hub of an application. Only applications with subscriptions load it.
import type { App } from '../../../core';
import { createEarlierStates } from './earlier-states';
import { createHub, type Hub, type HubParts } from './hub';

const LAST = 1000;

/** The hub taps the writes of all types, after other plugins have set what the write does. */
export function addHub(app: App, limits: Omit<HubParts, 'earlierStates' | 'bus' | 'onError'>): Hub {
  const onError = (error: unknown): void => app.log.error('a GraphQL subscription failed', { error });
  const earlierStates = createEarlierStates(() => app.documents.read.moment(), onError);
  const hub = createHub({ ...limits, earlierStates, bus: app.bus, onError });
  app.hooks.documents.prepare((action) => hub.prepare(action), { stage: LAST });
  app.hooks.shutdown(async () => hub.close());
  return hub;
}

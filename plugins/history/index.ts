// history: a version of a document for each save, with its author and what it changed. A version can be restored as the draft.
import './types';
import { type ContentType, definePlugin } from '../../core';
import { createCleaning } from './clean-versions';
import { historyConfig, limitsOf } from './config';
import { createFormerTypes } from './former-types';
import { graphqlPart } from './graphql';
import { createReading } from './reading';
import { createRecorder } from './record';
import { anyTypeRoutes, typeRoutes } from './routes';
import { createStoredStates } from './stored-states';
import { archivedHistory } from './tables';
import { NAME } from './types';
import { createVersionRows } from './version-rows';

const DAY = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY).toISOString();
/** After the taps of other plugins: their follow-ups write rows, too. */
const LAST = 1_000;

export default definePlugin({
  name: NAME,
  dependencies: ['jobs'],
  after: ['draft-and-publish', 'i18n'],
  config: historyConfig,
  provides: { actions: ['history', 'restore'] },

  register(app, config) {
    const states = createStoredStates(app);
    const former = createFormerTypes(app, states.reader);
    app.archives.add(archivedHistory(former));
    const versions = createVersionRows(states, former);
    const clean = createCleaning(app, states);
    const recorder = createRecorder(app, versions);
    const reading = createReading(app, versions);
    const hasHistory = ({ api, uid }: ContentType): boolean => api && limitsOf(config, uid) !== null;

    app.hooks.documents.prepare(
      ({ type, followUps }) => {
        if (hasHistory(type)) followUps.push(recorder);
      },
      { stage: LAST },
    );
    app.hooks.schema.ready((schema) => {
      for (const type of schema.types.values())
        if (hasHistory(type))
          for (const route of Object.values(typeRoutes(app, reading, type))) app.routes.add(route);
    });
    const routes = anyTypeRoutes(app, reading, hasHistory);
    for (const route of Object.values(routes)) app.routes.add(route);
    app.graphql.add(graphqlPart(routes));

    app.jobs.add({
      name: 'history.clean',
      description: 'Removes old versions',
      schedule: '11 2 * * *',
      timeout: 3_600_000,
      async run(_payload, { signal }) {
        for (const { uid } of app.schema.types.values()) {
          const limits = limitsOf(config, uid);
          if (signal.aborted) return;
          if (limits)
            await clean(
              uid,
              { keep: limits.keep, before: daysAgo(limits.days), joinBefore: daysAgo(1) },
              signal,
            );
        }
      },
    });
  },
});

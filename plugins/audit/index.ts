// audit: a log of who did what. Entries are only added. A hash chain shows changes to a person who keeps its end elsewhere.
import './types';
import { definePlugin, StartupError } from '../../core';
import { auditCommand } from './command';
import { auditConfig } from './config';
import { createEntryRows } from './entry-rows';
import { graphqlPart } from './graphql';
import { createNote, recordDocuments, recordHappened, recordRequests, whoIs } from './record';
import { auditRoutes } from './routes';
import { createSealer } from './sealer';
import { NAME } from './types';
import { RETENTION } from './verify';

const DAY = 86_400_000;
const SHORTEST_SECRET = 16;

export default definePlugin({
  name: NAME,
  dependencies: ['jobs'],
  after: ['draft-and-publish', 'i18n', 'users-permissions', 'api-tokens', 'graphql'],
  config: auditConfig,
  provides: { commands: ['audit'] },

  register(app, config) {
    const { secret: key } = config;
    const rows = createEntryRows(app, key);
    const sealer = createSealer(app, rows);
    const recording = { app, config, rows, wrote: new WeakSet(), added: sealer.wake };
    const note = createNote(recording);
    recordDocuments(recording);
    recordHappened(recording, note);
    recordRequests(recording, note);

    const parts = { app, rows, sealer, key, note };
    const routes = auditRoutes(parts);
    for (const each of Object.values(routes)) app.routes.add(each);
    app.graphql.add(graphqlPart(routes));
    app.commonConfig.add({
      name: `${NAME}.config.secret`,
      value: () => key ?? '',
      hashed: true,
      effect: 'Each takes the entries of the other for changed ones, so the chain of the log breaks.',
      remedy: 'Give all processes the same `secret` of audit.',
    });
    app.commands.add(auditCommand({ ...parts, start: () => app.start() }));
    app.jobs.add({
      name: 'audit.clean',
      description: 'Removes old entries from the beginning of the audit log',
      schedule: '7 4 * * *',
      async run() {
        if (config.keepDays === 0) return;
        const before = new Date(Date.now() - config.keepDays * DAY).toISOString();
        await rows.remove(before, (removed, until) => ({
          ...whoIs({ kind: 'code' }),
          event: RETENTION,
          at: new Date().toISOString(),
          type: null,
          documentId: null,
          details: { removed, before, until },
        }));
        sealer.wake();
      },
    });

    app.hooks.boot.check(() => {
      if (key === undefined || key.length >= SHORTEST_SECRET) return;
      const message = `expected at least ${SHORTEST_SECRET} characters; set it from the environment`;
      throw new StartupError('The audit log cannot start:', [
        { where: 'config/plugins', at: 'audit.config.secret', message },
      ]);
    });
    app.hooks.boot.before(async () => {
      await rows.prepare();
      sealer.open();
    });
    app.hooks.listening(() => {
      if (!app.config.server.readOnly) sealer.start();
    });
    app.hooks.shutdown(() => sealer.stop());
  },
});

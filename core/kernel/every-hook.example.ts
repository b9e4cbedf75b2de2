// Taps every hook once, and says when one would. It compiles and a test holds it against hooks.ts, so it cannot go stale;
// no application loads it. Copy the lines you need into a plugin of your own.
import { definePlugin } from './plugin';

const NAME = 'every-hook';

export const everyHook = definePlugin<typeof NAME>({
  name: NAME,
  register({ hooks, log }) {
    hooks.schema.collect.tap(NAME, (collector) => {
      // A content type of the plugin's own; with `{ api: true }` as a third argument it has routes.
      collector.addContentType('plugin::every-hook.note', {
        info: { singularName: 'note', pluralName: 'notes' },
        attributes: { text: { type: 'string' } },
      });
    });
    hooks.schema.contentType.tap(NAME, (type) => {
      // Once per type. `options` and `pluginOptions` are where a schema file speaks to the plugin.
      type.knowsPluginOption(NAME);
    });
    hooks.schema.tables.tap(NAME, (tables) => {
      // A table that is no content type.
      tables.push({
        name: 'every_hook_log',
        owner: NAME,
        columns: [
          { name: 'id', spec: { kind: 'id' } },
          { name: 'line', spec: { kind: 'text' }, notNull: true },
        ],
        indexes: [],
      });
    });
    hooks.schema.ready.tap(NAME, (schema) => log.debug(`${schema.types.size} content types`));

    hooks.http.routes.tap(NAME, (routes) => {
      // The whole path: /api goes before it only if you write it.
      routes.add({
        method: 'GET',
        path: '/every-hook',
        action: null,
        summary: 'Says hello',
        handler: () => ({ json: { hello: 'world' } }),
      });
    });
    hooks.http.route.tap(NAME, (route) => {
      // Answers 403 for every route whose action ends in `delete`.
      if (route.action?.endsWith('.delete')) route.addPolicy(() => false);
    });

    hooks.boot.before.tapPromise(NAME, async (kernel) => kernel.log.debug('the database is there: seeds'));
    hooks.boot.after.tapPromise(NAME, async (kernel) => kernel.log.debug('every plugin has booted: timers'));
    hooks.listening.tapPromise(NAME, async () => log.debug('the port is open'));
    hooks.shutdown.tapPromise(NAME, async () => log.debug('requests have ended: stop the timers'));

    // The first tap that knows the credentials answers; undefined leaves it to the next.
    hooks.request.authenticate.tapPromise(NAME, async (request) =>
      request.header('x-robot') === 'r2d2' ? { kind: 'robot', id: 'r2d2', label: 'R2-D2' } : undefined,
    );
    hooks.request.authorize.tapPromise(NAME, async (request, action) =>
      request.principal?.kind === 'robot' && action.endsWith('.delete')
        ? { allowed: false, status: 403 }
        : undefined,
    );
    hooks.request.error.tap(NAME, (body) => body);
    hooks.request.done.tap(NAME, (request, { status, milliseconds }) =>
      request.log.debug('answered', { status, milliseconds }),
    );

    hooks.query.transform.tap(NAME, (node) => {
      // Predicates may be added to `node.filter`, here and in what it populates.
      log.debug(`a query of ${node.type.uid}`);
    });

    hooks.documents.prepare.tapPromise(NAME, async (action) => {
      // From the request alone, before the transaction; `action.state` carries what later hooks need.
      action.state[NAME] = { since: action.operation };
    });
    hooks.documents.validate.tap(NAME, (action, issues) => {
      if (action.operation === 'clone') issues.add([], 'clones are not welcome here');
    });
    hooks.documents.writing.tapPromise(NAME, async ({ action }) => log.debug(`about to ${action.operation}`));
    hooks.documents.written.tapPromise(NAME, async (result, { tx }) => {
      // Same transaction: a throw here undoes the write.
      await tx.run('INSERT INTO every_hook_log (line) VALUES (?)', [
        `${result.operation} ${result.documentId}`,
      ]);
    });
    hooks.documents.committed.tapPromise(NAME, async ({ type, documentId }) =>
      log.info('changed', { type, documentId }),
    );
    hooks.documents.loaded.tap(NAME, ({ documents }) => {
      for (const document of documents) document.seen = true;
    });
  },
});

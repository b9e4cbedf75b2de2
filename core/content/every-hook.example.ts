// Taps every hook once, each with an example. It compiles, and a test compares it with hooks.ts, so it cannot become stale.
// No application loads it: copy the lines that you need into your plugin.

import { definePlugin } from '../kernel/app/plugin';
import { limitRows } from './model/compiled/visibility';

export const everyHook = definePlugin({
  name: 'every-hook',
  register({ hooks, routes, log }) {
    hooks.schema.collect((collector) => {
      // A content type of the plugin. With `{ api: true }` as a third argument it gets REST routes.
      collector.addContentType('plugin::every-hook.note', {
        info: { singularName: 'note', pluralName: 'notes' },
        attributes: { text: { type: 'string' } },
      });
    });
    hooks.schema.contentType((type) => {
      // Once per type. A schema file configures the plugin in `options` and `pluginOptions`.
      type.knowsPluginOption('every-hook');
    });
    hooks.schema.tables((tables) => {
      // A table without a content type.
      tables.push({
        name: 'every_hook_log',
        owner: 'every-hook',
        columns: [
          { name: 'id', spec: { kind: 'id' } },
          { name: 'line', spec: { kind: 'text' }, notNull: true },
        ],
        indexes: [],
      });
    });
    hooks.schema.dropped(async ({ uids, knex, report }) => {
      const lines = await knex('every_hook_log')
        .whereIn('line', [...uids])
        .delete();
      report(`removed ${lines} lines of the log`);
    });
    hooks.schema.renamed(async ({ replaceIn, report }) => {
      report(`renamed ${await replaceIn('every_hook_log', 'line')} lines of the log`);
    });
    hooks.schema.ready((schema) => {
      // Routes that depend on the schema are added here; the others at once in `register`.
      routes.add({
        method: 'GET',
        path: '/every-hook',
        action: null,
        summary: 'Counts the content types',
        handler: () => ({ json: { types: schema.types.size } }),
      });
    });

    hooks.http.route((route) => {
      // Answers 403 for every route whose action ends in `delete`.
      if (route.action?.endsWith('.delete')) route.addPolicy(() => false);
    });

    hooks.boot.check(() => log.debug('the database is not open yet: refuse a missing secret'));
    hooks.boot.before(() => log.debug('the database has its tables: write seeds'));
    hooks.boot.after(() => log.debug('every plugin has booted: start timers'));
    hooks.record(({ event, details }) => log.debug(event, details));
    hooks.listening(({ url }) => log.debug(`the port is open at ${url}`));
    hooks.shutdown(() => log.debug('all requests have ended: stop timers'));

    // The first tap that recognises the credentials answers; undefined leaves the request to the next tap.
    hooks.request.authenticate((request) =>
      request.header('x-robot') === 'r2d2' ? { kind: 'robot', id: 'r2d2', label: 'R2-D2' } : undefined,
    );
    hooks.request.recall((_request, principal) => (principal.kind === 'robot' ? principal : undefined));
    hooks.request.authorize((request, action) =>
      request.principal?.kind === 'robot' && action.endsWith('.delete')
        ? { allowed: false, status: 403 }
        : undefined,
    );
    // Shows less to an allowed caller, in every read and write: here living authors only.
    hooks.request.visibility((visibility) =>
      limitRows(visibility, 'living', (type) =>
        type.uid === 'api::author.author' ? { died: { $null: true } } : null,
      ),
    );
    hooks.request.error((body) => body);
    hooks.request.done((request, { status, milliseconds }) =>
      request.log.debug('answered', { status, milliseconds }),
    );

    hooks.query.transform((node) => {
      // May add predicates to `node.filter`, and to those of the relations that it populates.
      log.debug(`a query of ${node.type.uid}`);
    });

    hooks.documents.prepare((action) => {
      // Before the transaction. `action.state` carries values to later hooks.
      action.state['every-hook'] = { since: action.operation };
    });
    hooks.documents.validate((action, issues) => {
      if (action.operation === 'clone') issues.add([], 'this type cannot be cloned');
    });
    hooks.documents.writing(({ action }) => log.debug(`about to ${action.operation}`));
    hooks.documents.written(async (result, { tx }) => {
      // Inside the transaction: a thrown error rolls the write back.
      await tx.run('INSERT INTO every_hook_log (line) VALUES (?)', [
        `${result.operation} ${result.documentId}`,
      ]);
    });
    hooks.documents.committed(({ type, documentId }) => log.info('changed', { type, documentId }));
    hooks.documents.around(async (call, next) => {
      // Before the query and the body are read, and after the commit.
      const since = performance.now();
      const answer = await next();
      log.debug(`${call.operation} of ${call.type.uid}`, { milliseconds: performance.now() - since });
      return answer;
    });
    hooks.documents.loaded((set) => {
      for (const document of set.documents) document.seen = true;
      // Values of one attribute type, at any depth. Show them to callers with a permission only.
      if (set.caller.can('plugin::every-hook.note.reveal')) return;
      for (const entry of set.entries('richtext')) entry.value = null;
    });
  },
});

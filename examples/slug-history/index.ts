// Remembers former slugs in a table of its own. `GET /api/slugs/:plural/:slug` answers the document with that slug, and redirects
// from a former slug to the present one. A type takes part with the option `"slugHistory": "slug"`, which names the attribute.
import { type ContentType, coreErrors, definePlugin } from 'quire-cms';

export default definePlugin({
  name: 'slug-history',

  register(app) {
    const slugs = new Map<string, string>();

    app.hooks.schema.contentType((type) => {
      type.knowsOption('slugHistory');
      const slug = type.options.slugHistory;
      if (typeof slug === 'string') slugs.set(type.uid, slug);
    });

    const history = app.model({
      table: 'slug_history',
      columns: {
        type: { kind: 'string', length: 150, notNull: true },
        slug: { kind: 'string', length: 255, notNull: true },
        document_id: { kind: 'string', length: 255, notNull: true },
      },
      primaryKey: ['type', 'slug'],
    });

    app.hooks.schema.ready(({ types }) => {
      for (const [uid, slug] of slugs) {
        const type = types.get(uid);
        if (type) addRoute(type, slug);
      }
    });

    // In the transaction of the write: the history and the document change together.
    app.hooks.documents.written(async ({ type, documentId, document }, { action }) => {
      const slug = slugs.get(type);
      if (slug === undefined || !document) return;
      const column = action.type.scalars.get(slug)?.column;
      if (column === undefined) return;
      const former = new Set(action.rows.map(({ values }) => values[column]));
      for (const value of former) {
        if (typeof value !== 'string' || value === document[slug]) continue;
        await history.query().deleteById([type, value]);
        await history.query().insert({ type, slug: value, document_id: documentId });
      }
    });

    function addRoute(type: ContentType, slug: string): void {
      const base = `${app.config.api.rest.prefix}/slugs/${type.pluralName}`;
      app.routes.add({
        method: 'GET',
        path: `${base}/:slug`,
        action: `${type.uid}.findOne`,
        summary: `Finds a document of ${type.displayName} by its present or former slug`,
        async handler({ params, caller }) {
          const documents = app.documents(type.uid);
          const found = await documents.findFirst({ filters: { [slug]: params.slug }, caller });
          if (found) return { json: { data: found } };
          const former = await history.query().findById([type.uid, String(params.slug)]);
          const moved = former
            ? await documents.findOne({ documentId: former.document_id, fields: [slug], caller })
            : null;
          if (!moved) throw coreErrors.DOCUMENT_NOT_FOUND();
          const location = `${base}/${encodeURIComponent(String(moved[slug]))}`;
          return { status: 301, headers: { location } };
        },
      });
    }
  },
});

// A small plugin of an application: fills an empty database with demo content, once.
const { readFile } = require('node:fs/promises');
const { dirname, resolve } = require('node:path');
const { check, definePlugin } = require('quire-cms');
const { STORED_FILES } = require('quire-cms/upload');

module.exports = definePlugin({
  name: 'demo',
  after: ['upload'],
  config: check.object({ file: check.string({ min: 1 }) }),

  register(app, config) {
    app.hooks.boot.before(async () => {
      const { container, dir, documents, log, plugins, schema } = app;
      const file = resolve(dir, config.file);
      const content = JSON.parse(await readFile(file, 'utf8'));
      const types = Object.keys(content).filter((uid) => schema.types.has(uid));
      for (const uid of types) if ((await documents(uid).count()) > 0) return;

      const isEnabled = (name) => plugins.some((plugin) => plugin.name === name);
      const hasLocales = isEnabled('i18n');
      // Files are stored before the transaction, because images take time.
      const withCover = isEnabled('upload')
        ? (content['api::article.article'] ?? []).filter(({ cover }) => cover)
        : [];
      const covers = new Map(
        await Promise.all(withCover.map(async ({ key, cover }) => [key, await store(cover)])),
      );
      const count = await documents.transaction(() =>
        load(documents, content, types, { hasLocales, covers }),
      );
      log.info('demo content loaded', { documents: count });

      /** A start that was stopped may have stored the file. */
      async function store({ file: path, ...info }) {
        const name = `demo-${path.split('/').pop()}`;
        const known = await documents('plugin::upload.file').findFirst({ filters: { name } });
        const stored =
          known ??
          (await container.resolve(STORED_FILES).add(resolve(dirname(file), path), { name, ...info }));
        return stored.id;
      }
    });
  },
});

/** "@key" refers to a document that has no documentId yet. An entry with a locale adds a version to the document with its key. */
async function load(documents, content, types, { hasLocales, covers }) {
  const ids = new Map();
  for (const uid of types) {
    for (const { key, locale, cover: _, ...rest } of content[uid]) {
      const data = resolved(rest, ids);
      if (locale === undefined && covers.has(key)) data.cover = covers.get(key);
      if (locale === undefined) ids.set(`@${key}`, (await documents(uid).create({ data })).documentId);
      else if (hasLocales) await documents(uid).update({ documentId: ids.get(`@${key}`), locale, data });
    }
  }
  return ids.size;
}

function resolved(value, ids) {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => resolved(item, ids));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item, ids)]));
}

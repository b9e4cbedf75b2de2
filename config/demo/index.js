// A small plugin of an application: fills an empty database with demo content, once.
const { readFile } = require('node:fs/promises');
const { resolve } = require('node:path');
const { check, definePlugin } = require('quire-cms');

module.exports = definePlugin({
  name: 'demo',
  config: check.object({ file: check.string({ min: 1 }) }),

  register(app, config) {
    app.hooks.boot.before(async () => {
      const { dir, documents, log, plugins, schema } = app;
      const content = JSON.parse(await readFile(resolve(dir, config.file), 'utf8'));
      const types = Object.keys(content).filter((uid) => schema.types.has(uid));
      for (const uid of types) if ((await documents(uid).count()) > 0) return;

      const hasLocales = plugins.some(({ name }) => name === 'i18n');
      const count = await documents.transaction(() => load(documents, content, types, hasLocales));
      log.info('demo content loaded', { documents: count });
    });
  },
});

/** "@key" refers to a document that has no documentId yet. An entry with a locale adds a version to the document with its key. */
async function load(documents, content, types, hasLocales) {
  const ids = new Map();
  for (const uid of types) {
    for (const { key, locale, ...rest } of content[uid]) {
      const data = resolved(rest, ids);
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

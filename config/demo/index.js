// A plugin of the application: fills an empty database with demo content, once. A small example of what a plugin is.
const { readFile } = require('node:fs/promises');
const { resolve } = require('node:path');
const { check, definePlugin } = require('quire');

module.exports = definePlugin({
  name: 'demo',
  config: check.object({ file: check.string({ min: 1 }) }),

  register(kernel, config) {
    kernel.hooks.boot.before.tapPromise('demo', async ({ dir, documents, log, schema }) => {
      const content = JSON.parse(await readFile(resolve(dir, config.file), 'utf8'));
      const types = Object.keys(content).filter((uid) => schema.types.has(uid));
      for (const uid of types) if ((await documents(uid).count()) > 0) return;

      const count = await documents.transaction(() => load(documents, content, types));
      log.info('demo content loaded', { documents: count });
    });
  },
});

/** Documents name each other by "@key" before they have a documentId. */
async function load(documents, content, types) {
  const ids = new Map();
  for (const uid of types) {
    for (const { key, ...data } of content[uid]) {
      const { documentId } = await documents(uid).create({ data: resolved(data, ids) });
      ids.set(`@${key}`, documentId);
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

// With the plugin disabled, its path is unknown. The packages of GraphQL are loaded when they are needed.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createTestApp } from '../../../core/testing';

it('leaves no trace while it is disabled', async () => {
  const app = await createTestApp({ config: { plugins: { rest: true, graphql: false } } });
  try {
    expect((await app.agent.post('/graphql').send({ query: '{ __typename }' })).status).toBe(404);
  } finally {
    await app.close();
  }
});

/** Prints whether graphql is loaded after startup, and after the first request. */
const LOADED = `
  const { createTestApp } = require(${JSON.stringify(join(__dirname, '../../../core/testing'))});
  const isLoaded = () => Object.keys(require.cache).some((file) => /node_modules.graphql.index/.test(file));
  (async () => {
    const plugins = process.argv[1] === 'other' ? [{ name: 'other', register() {} }] : [];
    const app = await createTestApp({ plugins, config: { plugins: { graphql: true } } });
    const before = isLoaded();
    const { status } = await app.agent.post('/graphql').send({ query: '{ __typename }' });
    console.log(JSON.stringify([before, status, isLoaded()]));
    await app.close();
  })();
`;

it.each([
  ['with the first request', 'none', false],
  ['at startup beside plugins that are not built in', 'other', true],
])('is loaded %s', (_title, plugins, before) => {
  const output = execFileSync(process.execPath, ['-e', LOADED, plugins], { encoding: 'utf8' });
  expect(JSON.parse(output)).toEqual([before, 200, true]);
});

// Variables of `.env` in `process.env`.
import { startProject } from './project';

const FILES = {
  'src/api/shop/controllers/shop.js': 'module.exports = { key: () => ({ key: process.env.SHOP_TEST_KEY }) };',
  'src/api/shop/routes/shop.js':
    "module.exports = { routes: [{ method: 'GET', path: '/key', handler: 'shop.key', config: { auth: false } }] };",
};

afterEach(() => {
  delete process.env.SHOP_TEST_KEY;
});

it('offers the variables of the application to code, and removes them at the end', async () => {
  const app = await startProject(FILES, { env: { SHOP_TEST_KEY: 'of the application' } });
  const { body } = await app.agent.get('/api/key').expect(200);
  await app.close();
  expect([body, process.env.SHOP_TEST_KEY]).toEqual([{ key: 'of the application' }, undefined]);
});

it('keeps a variable that the process has', async () => {
  process.env.SHOP_TEST_KEY = 'of the process';
  const app = await startProject(FILES, { env: { SHOP_TEST_KEY: 'of the application' } });
  const { body } = await app.agent.get('/api/key').expect(200);
  await app.close();
  expect([body, process.env.SHOP_TEST_KEY]).toEqual([{ key: 'of the process' }, 'of the process']);
});

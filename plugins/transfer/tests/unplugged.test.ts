import { createTestApp } from '../../../core/testing';

it('adds no command when the plugin is disabled', async () => {
  const app = await createTestApp();
  expect(app.kernel.commands.get('export')).toBeUndefined();
  expect(app.kernel.commands.get('import')).toBeUndefined();
  await app.close();
});

import { EMAIL } from '../../../core';
import { createTestApp } from '../../../core/testing';

it('provides no EMAIL service when the plugin is disabled', async () => {
  const app = await createTestApp({ config: { plugins: { email: false } }, listen: false });
  expect(app.kernel.container.has(EMAIL)).toBe(false);
  expect(() => app.kernel.container.resolve(EMAIL)).toThrow('No plugin provides the service "email"');
  await app.close();
});

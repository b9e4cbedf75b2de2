import { EMAIL } from '../../../core';
import { createTestApp } from '../../../core/testing';

it('leaves the container without the service when the plugin is off', async () => {
  const app = await createTestApp({ config: { plugins: { email: false } }, listen: false });
  expect(app.kernel.container.has(EMAIL)).toBe(false);
  expect(() => app.kernel.container.resolve(EMAIL)).toThrow('No service "email"');
  await app.close();
});

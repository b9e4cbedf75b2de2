import { createTestApp } from '../../testing/create-test-app';
import { definePlugin } from './plugin';

it('a tap that never resolves is named when its transaction times out', async () => {
  const stuck = definePlugin({
    name: 'stuck',
    register: ({ hooks }) => hooks.documents.writing(() => new Promise<void>(() => undefined)),
  });
  const quick = definePlugin({
    name: 'quick',
    register: ({ hooks }) => hooks.documents.writing(async () => undefined),
  });
  const app = await createTestApp({
    contentTypes: [
      { info: { singularName: 'thing', pluralName: 'things' }, attributes: { name: { type: 'string' } } },
    ],
    plugins: [quick, stuck],
    config: { database: { transactionTimeout: 200 }, server: { anonymous: 'full' } },
  });
  try {
    const answer = await app.agent.post('/api/things').send({ data: { name: 'a' } });
    expect(answer.status).toBe(503);
    const message = app.logs
      .map((line) => String(line.message))
      .find((text) => text.includes('transactionTimeout'));
    expect(message).toContain('pending: documents.writing of the plugin "stuck"');
    expect(message).not.toContain('quick');
  } finally {
    await app.close();
  }
});

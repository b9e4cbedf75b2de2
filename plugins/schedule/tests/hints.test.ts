// In development, a refusal names the missing permission.
import { createAsk, createTestApp } from '../../../core/testing';

const POST = 'api::post.post';

it('names the permission that a scheduled action needs', async () => {
  const app = await createTestApp({
    env: { NODE_ENV: 'development' },
    contentTypes: [
      {
        info: { singularName: 'post', pluralName: 'posts' },
        options: { draftAndPublish: true },
        attributes: { title: { type: 'string' } },
      },
    ],
    config: {
      plugins: {
        'draft-and-publish': true,
        jobs: true,
        schedule: true,
        email: { config: { provider: 'file' } },
        'users-permissions': { config: { roles: { public: { actions: [`${POST}.schedule`] } } } },
      },
    },
  });
  try {
    const ask = createAsk(() => `${app.url}/api`);
    const { documentId } = await app.documents(POST).create({ data: { title: 'one' } });
    const data = { action: 'publish', at: '2121-07-03T04:05Z' };
    const { error } = await ask('POST', `/posts/${documentId}/actions/schedule`, 403, { data });
    expect(error.message).toMatch(
      /^Forbidden: the role Public has no permission for "api::post\.post\.publish"/,
    );
  } finally {
    await app.close();
  }
});

// An application adds attributes to files; `fileInfo` sets them.
import { definePlugin } from '../../../core';
import { openApp } from './app';
import { text, upload } from './files';

const credits = definePlugin({
  name: 'credits',
  register({ hooks }) {
    hooks.schema.contentType((type) => {
      if (type.uid === 'plugin::upload.file') type.addAttribute('credit', { type: 'string', maxLength: 5 });
    });
  },
});

it('an attribute of the application is set, shown, filtered and checked', async () => {
  const app = await openApp({}, { added: [credits] });
  const { body } = await upload(app, [text('a')], { fileInfo: '{"credit":"Ann"}' });
  expect(body[0]).toMatchObject({ credit: 'Ann' });
  const found = await app.agent.get('/api/upload/files?filters[credit][$eq]=Ann&fields=credit');
  expect(found.body).toMatchObject([{ credit: 'Ann' }]);
  const refused = await upload(app, [text('b')], { fileInfo: '{"credit":"too long"}' });
  expect([refused.status, refused.body.error.details.errors[0].path]).toEqual([400, ['credit']]);
  await app.close();
});

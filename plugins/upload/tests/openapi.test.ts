// The OpenAPI document describes the answers of the upload routes.
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { TestApp } from '../../../core/testing/create-test-app';
import { openApp } from './app';
import { image, text, upload } from './files';

let app: TestApp;
let ajv: Ajv2020;
beforeAll(async () => {
  app = await openApp({ placeholder: true }, { plugins: { openapi: true } });
  ajv = addFormats(new Ajv2020({ strict: false }));
  ajv.addSchema((await app.agent.get('/api/openapi.json')).body, 'api', false, false);
});
afterAll(() => app.close());

const differences = (method: string, path: string, answer: unknown): string | null => {
  const pointer = `paths/${encodeURIComponent(path.replaceAll('/', '~1'))}/${method}/responses/2XX`;
  const matches = ajv.compile({ $ref: `api#/${pointer}/content/application~1json/schema` });
  return matches(answer) ? null : ajv.errorsText(matches.errors);
};

it('answers match their schemas', async () => {
  const added = (await upload(app, [await image(600, 400), text('a')], { fileInfo: '{"caption":"A lake"}' }))
    .body;
  const [{ id }] = added;
  await app.agent
    .post('/api/articles')
    .send({ data: { cover: id } })
    .expect(201);
  const list = (await app.agent.get('/api/upload/files?populate=related')).body;
  expect([added.length, list.length, list[0].related.length]).toEqual([2, 2, 1]);
  const file = '/api/upload/files/{id}';
  expect([
    differences('post', '/api/upload', added),
    differences('post', '/api/upload', (await upload(app, [text('b')], {}, `?id=${added[1].id}`)).body),
    differences('get', '/api/upload/files', list),
    differences('get', '/api/upload/files', (await app.agent.get('/api/upload/files?fields=name')).body),
    differences('get', file, (await app.agent.get(`/api/upload/files/${id}`)).body),
    differences('delete', file, (await app.agent.delete(`/api/upload/files/${id}`)).body),
  ]).toEqual([null, null, null, null, null, null]);
  expect(differences('get', file, { ...added[0], folderPath: '/' })).toMatch('additional properties');
});

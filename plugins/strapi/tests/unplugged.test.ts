import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestApp } from '../../../core/testing';

it('loads no code of a project, and warns about its files, when the plugin is disabled', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quire-strapi-'));
  mkdirSync(join(folder, 'src/policies'), { recursive: true });
  writeFileSync(join(folder, 'src/policies/a.js'), "throw new Error('loaded'); // strapi");
  const app = await createTestApp({ application: folder });
  expect(JSON.stringify(app.logs)).toContain('src/policies/a.js');
  await app.close();
  rmSync(folder, { recursive: true });
});

// The application of `moves`: the types of the recorded Strapi, and the source that it imports.
import { createReadStream, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createGunzip } from 'node:zlib';
import { createScratchFile, tarMembers } from '../../core';
import type { Application } from './test-application';

const ROOT = join(__dirname, '..', '..', '..');
const SCHEMA = join(ROOT, 'conformance', 'schema');
const RECORDED = join(ROOT, 'plugins', 'strapi-import', 'tests', 'recorded');
/** Types that the recorded Strapi did not have. */
const LATER = /(api\/(pointer|sample)\/|shared\/pin\.json$)/;

export const MOVED: Application = {
  plugins: [],
  enabled: {
    rest: true,
    'draft-and-publish': true,
    i18n: true,
    'users-permissions': { config: { jwtSecret: 'Zk3vQ9mT1xYb7LhW5nRc8DfG2sJpA4uE' } },
    'api-tokens': true,
    upload: { config: { provider: join(__dirname, 'import-steps.js') } },
    'strapi-import': true,
  },
  env: { API_TOKEN_SALT: 'peer-api-token-salt' },
  files: Object.fromEntries(
    readdirSync(join(SCHEMA, 'src'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(SCHEMA, join(entry.parentPath, entry.name)))
      .filter((path) => path.endsWith('.json') && !LATER.test(path))
      .map((path) => [path, JSON.parse(readFileSync(join(SCHEMA, path), 'utf8')) as unknown]),
  ),
};

/** So many that a type takes several transactions. */
const MORE = `WITH RECURSIVE n(i) AS (SELECT 1001 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
  INSERT INTO tags SELECT n.i, 'tag' || n.i, 'tag ' || n.i, created_at, updated_at, published_at, NULL FROM n, tags WHERE tags.id = 1;
  INSERT INTO articles_tags_lnk SELECT id, 1 + id % 9, id, id, id FROM tags WHERE id > 1000`;

export interface MovedSource {
  readonly database: string;
  readonly uploads: string;
}

/** The database of the recorded Strapi, and the files of its media library. */
export async function makeSource(folder: string): Promise<MovedSource> {
  const [database, uploads] = [join(folder, 'data.db'), join(folder, 'uploads')];
  const scratch = createScratchFile(database);
  scratch.run(readFileSync(join(RECORDED, 'source.sql'), 'utf8'));
  scratch.run(MORE);
  scratch.close();
  mkdirSync(uploads);
  const archive = createReadStream(join(RECORDED, 'export.tar.gz')).pipe(createGunzip());
  for await (const { name, bytes } of tarMembers(archive)) {
    const [, file] = /^assets\/uploads\/([^/]+)$/.exec(name) ?? [];
    const parts: Buffer[] = [];
    for await (const part of bytes) parts.push(part);
    if (file !== undefined) writeFileSync(join(uploads, file), Buffer.concat(parts));
  }
  return { database, uploads };
}

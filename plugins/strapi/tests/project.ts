// A Strapi project of a test: its files in a folder, and an application on a copy of it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createTestApp, type TestApp, type TestAppOptions } from '../../../core/testing';

export type Files = Readonly<Record<string, string>>;

export async function startProject(files: Files, options: TestAppOptions = {}): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'quire-strapi-'));
  try {
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    const plugins = { strapi: true, ...(options.config?.plugins as object | undefined) };
    return await createTestApp({ ...options, application: folder, config: { ...options.config, plugins } });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `src/api/article/content-types/article/schema.json` with its file names. */
export const typeFile = (name: string, plural: string, attributes: object, more: object = {}): Files => ({
  [`src/api/${name}/content-types/${name}/schema.json`]: JSON.stringify({
    kind: 'collectionType',
    collectionName: plural.replaceAll('-', '_'),
    info: { singularName: name, pluralName: plural, displayName: name },
    attributes,
    ...more,
  }),
});

/** The files that Strapi generates for a type. */
export const coreFiles = (name: string, config = ''): Files => {
  const uid = `api::${name}.${name}`;
  const file = (kind: string, call: string): string =>
    `import { factories } from '@strapi/strapi';\nexport default factories.${call};\n`.replace('KIND', kind);
  return {
    [`src/api/${name}/controllers/${name}.ts`]: file('controller', `createCoreController('${uid}')`),
    [`src/api/${name}/services/${name}.ts`]: file('service', `createCoreService('${uid}')`),
    [`src/api/${name}/routes/${name}.ts`]: file(
      'router',
      `createCoreRouter('${uid}'${config && `, ${config}`})`,
    ),
  };
};

// Writes the folder of the application under test: content types, components, configuration.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { COMPONENTS, TYPES } from '../data/model';
import type { Where } from '../data/store';

/** `more`: other files of config/. */
export function writeApplication(
  dir: string,
  where: Where,
  plugins: object = { rest: true },
  more: Readonly<Record<string, unknown>> = {},
): void {
  const files: Record<string, unknown> = { ...more };
  for (const { singular, plural, attributes } of Object.values(TYPES))
    files[`content-types/${singular}`] = {
      kind: 'collectionType',
      collectionName: plural,
      info: { singularName: singular, pluralName: plural, displayName: singular },
      attributes,
    };
  for (const [uid, attributes] of Object.entries(COMPONENTS))
    files[componentFile(uid)] = component(uid, attributes);
  writeFolder(dir, where, { ...files, plugins });
}

export const componentFile = (uid: string): string => `components/${uid.replace('.', '/')}`;
export const component = (uid: string, attributes: object) => ({ info: { displayName: uid }, attributes });

/** `files`: the values of the files in config/, by path without ending. */
export function writeFolder(dir: string, where: Where, files: Readonly<Record<string, unknown>>): void {
  const server = { host: '127.0.0.1', anonymous: 'full', logs: { level: 'warn', format: 'json' } };
  for (const [path, value] of Object.entries({ server, database: databaseConfig(where), ...files })) {
    const file = join(dir, 'config', `${path}.json`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
  }
}

export function databaseConfig({ engine, filename, host, port, user, password, database }: Where): object {
  return engine === 'sqlite'
    ? { client: engine, filename }
    : { client: engine, host, port, user, password, database };
}

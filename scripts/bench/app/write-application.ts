// Writes the folder of the application under test: content types, components, configuration.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { COMPONENTS, TYPES } from '../data/model';
import type { Where } from '../data/store';

export function writeApplication(dir: string, where: Where, plugins: object = { rest: true }): void {
  const write = (path: string, value: unknown): void => {
    const file = join(dir, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
  };
  for (const { singular, plural, attributes } of Object.values(TYPES))
    write(`config/content-types/${singular}.json`, {
      kind: 'collectionType',
      collectionName: plural,
      info: { singularName: singular, pluralName: plural, displayName: singular },
      attributes,
    });
  for (const [uid, attributes] of Object.entries(COMPONENTS))
    write(`config/components/${uid.replace('.', '/')}.json`, { info: { displayName: uid }, attributes });
  write('config/server.json', {
    host: '127.0.0.1',
    anonymous: 'full',
    logs: { level: 'warn', format: 'json' },
  });
  write('config/plugins.json', plugins);
  write('config/database.json', databaseConfig(where));
}

export function databaseConfig({ engine, filename, host, port, user, password, database }: Where): object {
  return engine === 'sqlite'
    ? { client: engine, filename }
    : { client: engine, host, port, user, password, database };
}

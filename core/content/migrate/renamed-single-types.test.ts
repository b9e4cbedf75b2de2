// The documentId of a single type follows from its uid. With another uid, its content would be hidden.
import type { Database } from '../../database/database';
import { testDatabases } from '../../testing/databases';
import { compileFiles } from '../model/testing-files';
import { syncSchema } from './sync';
import { openForEachTest } from './testing-database';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const schemaOf = (name: string, info: object = {}) =>
  compileFiles({
    [`config/content-types/${name}.json`]: {
      kind: 'singleType',
      collectionName: 'settings',
      info: { singularName: name, pluralName: `${name}s`, ...info },
      attributes: { title: { type: 'string' } },
    },
  });

describe.each(testDatabases())('a single type with another uid on %s', (client) => {
  let database: Database;
  openForEachTest(client, log, (opened) => {
    database = opened;
  });
  const rename = () =>
    syncSchema(database, schemaOf('option', { renamedFrom: 'api::setting.setting' }), { log });

  it('is refused with content, and follows without', async () => {
    await syncSchema(database, schemaOf('setting'), { log });
    await database.transaction(() => database.knex('settings').insert({ document_id: 'd', title: 'kept' }));
    await expect(rename()).rejects.toThrow(
      /api::option\.option: it was api::setting\.setting, a single type/,
    );
    await syncSchema(database, schemaOf('setting', { displayName: 'Options' }), { log });
    await database.transaction(() => database.knex('settings').delete());
    expect((await rename()).steps.map(({ effect }) => effect)).toEqual(['safe']);
  });
});

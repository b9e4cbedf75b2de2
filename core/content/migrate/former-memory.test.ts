// A database whose stored model has a former form stops the start: its values would be read wrongly.
import { connectDatabase } from '../../database/run/connect';
import { createTestDatabase } from '../../testing/databases';
import { compileFiles, typeFile } from '../model/testing-files';
import { syncSchema } from './sync';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

it('a model without the names that are gone stops the start', async () => {
  const { config, drop } = await createTestDatabase('sqlite');
  const database = await connectDatabase(config, { log, dir: '/' });
  const schema = compileFiles({
    'config/content-types/item.json': typeFile('item', { title: { type: 'string' } }),
  });
  await syncSchema(database, schema, { log });
  await database.transaction(async () => {
    const { knex } = database;
    const [{ model }] = await knex('quire_schema').where({ uid: 'api::item.item' });
    const { gone: _gone, ...former } = JSON.parse(model);
    await knex('quire_schema')
      .where({ uid: 'api::item.item' })
      .update({ model: JSON.stringify(former) });
  });
  await expect(syncSchema(database, schema, { log })).rejects.toThrow(
    'The database was last used by a version of Quire before 0.2.0.',
  );
  await database.close();
  await drop();
});

// `$user.…` in a rule: every type of user attribute, on every database.
import { testDatabases } from '../../../core/testing';
import { bearer, createUsersApp, register } from './app';

const THING = 'api::thing.thing';
const KINDS: Readonly<Record<string, readonly [object, right: unknown, wrong: unknown]>> = {
  text: [{ type: 'string' }, 'x\' or "1"=1 -- ', 'y'],
  choice: [{ type: 'enumeration', enum: ['a', 'b'] }, 'a', 'b'],
  flag: [{ type: 'boolean' }, true, false],
  whole: [{ type: 'integer' }, 5, 6],
  big: [{ type: 'biginteger' }, '9007199254740993', '9007199254740995'],
  exact: [{ type: 'decimal' }, 1.5, 2.5],
  float: [{ type: 'float' }, 1.25, 2.5],
  day: [{ type: 'date' }, '2024-01-02', '2024-01-03'],
  moment: [{ type: 'datetime' }, '2024-01-02T03:04:05.678Z', '2025-01-02T03:04:05.678Z'],
  clock: [{ type: 'time' }, '03:04:05.678', '04:04:05.678'],
};
const attributes = Object.fromEntries(
  Object.entries(KINDS).map(([name, [definition]]) => [name, definition]),
);
const names = Object.keys(KINDS);

describe.each(testDatabases())('a value of the user in a rule on %s', (database) => {
  it.each(names)('%s', async (name) => {
    const [, right, wrong] = KINDS[name] ?? [];
    const where = { [name]: `$user.${name}` };
    const actions = ['find', 'create'].map((verb) => ({ action: `${THING}.${verb}`, where }));
    const app = await createUsersApp(
      { user: { attributes }, roles: { authenticated: { actions } } },
      {
        database,
        contentTypes: [
          { info: { singularName: 'thing', pluralName: 'things' }, attributes: attributes as never },
        ],
      },
    );
    const values = [right, wrong];
    for (const value of values) await app.documents(THING).create({ data: { [name]: value } });
    for (const [index, value] of values.entries()) {
      const { jwt, documentId } = await register(app, `person${index}`);
      const data = { [name]: value };
      await app.documents('plugin::users-permissions.user').update({ documentId, data });
      const seen = await app.agent.get('/api/things').set('Authorization', bearer(jwt));
      const made = await app.agent.post('/api/things').set('Authorization', bearer(jwt)).send({ data: {} });
      expect([seen.body.data?.length, seen.body.data?.[0]?.[name], made.body.data?.[name]]).toEqual([
        1,
        value,
        value,
      ]);
    }
    await app.close();
  });
});

it.each(['json', 'blocks', 'password'])(
  'does not start with a rule that compares with a %s',
  async (type) => {
    const user = { attributes: { kept: { type } } };
    const actions = [{ action: 'api::article.article.find', where: { title: '$user.kept' } }];
    await expect(createUsersApp({ user, roles: { authenticated: { actions } } })).rejects.toThrow(
      /a user has no value "kept"/,
    );
  },
);

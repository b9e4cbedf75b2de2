// An attribute type whose plugin hides values from some callers: null is a possible answer, also of a required attribute.
import { definePlugin, textType } from '../../../core';
import { createTestApp, type TestApp } from '../../../core/testing';

const PIN = { ...textType({ name: 'pin', limit: 40 }), nullable: true };

const pins = definePlugin({
  name: 'pins' as string,
  provides: { attributes: ['pin'] },
  register(app) {
    app.attributes.add(PIN);
    app.hooks.documents.loaded((set) => {
      for (const entry of set.entries('pin')) {
        expect([entry.attribute.is(PIN), entry.attribute.is('string')]).toEqual([true, false]);
        if (set.caller.kind === 'request') entry.value = null;
      }
    });
  },
});

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp({
    plugins: [pins],
    contentTypes: [
      {
        info: { singularName: 'card', pluralName: 'cards' },
        attributes: { pin: { type: 'pin', required: true }, owner: { type: 'string', required: true } },
      },
    ],
    config: { server: { anonymous: 'full' }, plugins: { rest: true, graphql: true } },
  });
});
afterAll(() => app.close());

const ask = async (query: string) => (await app.agent.post('/graphql').send({ query })).body;

it('a hidden value of a required attribute is null, without an error', async () => {
  const data = '{ pin: "1234", owner: "Ada" }';
  const created = await ask(`mutation { createCard(data: ${data}) { pin owner } }`);
  expect(created).toEqual({ data: { createCard: { pin: null, owner: 'Ada' } } });
  expect(await ask('{ cards { pin } }')).toEqual({ data: { cards: [{ pin: null }] } });
  expect(await app.documents('api::card.card').findFirst({})).toMatchObject({ pin: '1234' });
});

it('the value stays required in a write', async () => {
  const { errors } = await ask('mutation { createCard(data: { owner: "Ada" }) { pin } }');
  expect(errors[0].message).toMatch(/pin must be defined/);
});

// Lists of required components and zones are non-null. A required relation is nullable, because the caller may not see its target.
import { createTestApp } from '../../../core/testing';

it('marks required lists, and no relation', async () => {
  const required = true;
  const part = { type: 'component', component: 'a.part', repeatable: true } as const;
  const zone = { type: 'dynamiczone', components: ['a.part'] } as const;
  const target = 'api::item.item';
  const app = await createTestApp({
    contentTypes: [
      {
        info: { singularName: 'item', pluralName: 'items' },
        attributes: {
          parts: { ...part, required },
          zone: { ...zone, required },
          freeParts: part,
          freeZone: zone,
          next: { type: 'relation', relation: 'oneToOne', target, required },
        },
      },
    ],
    components: { 'a.part': { info: {}, attributes: { n: { type: 'integer' } } } },
    config: { server: { anonymous: 'full' }, plugins: { graphql: true } },
  });
  try {
    const query = '{ __type(name: "Item") { fields { name type { kind } } } }';
    const { body } = await app.agent.post('/graphql').send({ query });
    const { fields } = (body as { data: { __type: { fields: readonly unknown[] } } }).data.__type;
    expect(fields).toEqual(
      expect.arrayContaining([
        { name: 'parts', type: { kind: 'NON_NULL' } },
        { name: 'zone', type: { kind: 'NON_NULL' } },
        { name: 'freeParts', type: { kind: 'LIST' } },
        { name: 'freeZone', type: { kind: 'LIST' } },
        { name: 'next', type: { kind: 'OBJECT' } },
      ]),
    );
  } finally {
    await app.close();
  }
});

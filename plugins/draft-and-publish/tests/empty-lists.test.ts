// Empty, cleared and absent lists of components and zones. A required list may be empty after a write named it. The least number of
// entries applies to required lists and to lists with entries, for each way to publish a document.
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { openApp, type } from './testing-app';

const part = (more: object) => ({
  type: 'component' as const,
  component: 'shared.part',
  repeatable: true,
  ...more,
});
const zone = (more: object) => ({ type: 'dynamiczone' as const, components: ['shared.part'], ...more });
const LISTS = {
  list: part({}),
  zone: zone({}),
  requiredList: part({ required: true }),
  requiredZone: zone({ required: true }),
  leastList: part({ min: 1 }),
  leastZone: zone({ min: 1 }),
  bothList: part({ required: true, min: 1 }),
  bothZone: zone({ required: true, min: 1 }),
};
const DRAFTS = { options: { draftAndPublish: true } };
const names = Object.keys(LISTS) as (keyof typeof LISTS)[];
const TYPES = names.flatMap((name) => {
  const attributes = { title: { type: 'string' }, list: LISTS[name] };
  return [
    type(`drafted-${name.toLowerCase()}`, attributes, DRAFTS),
    type(`plain-${name.toLowerCase()}`, attributes),
  ];
});
TYPES.push(type('plain-twolist', { list: part({ min: 2 }) }));

/** Is an absent list accepted, is an empty list accepted? */
const PASSES: Record<keyof typeof LISTS, { readonly absent: boolean; readonly empty: boolean }> = {
  list: { absent: true, empty: true },
  zone: { absent: true, empty: true },
  requiredList: { absent: false, empty: true },
  requiredZone: { absent: false, empty: true },
  leastList: { absent: true, empty: true },
  leastZone: { absent: true, empty: true },
  bothList: { absent: false, empty: false },
  bothZone: { absent: false, empty: false },
};
const GIVEN: [what: string, data: object, which: 'absent' | 'empty'][] = [
  ['nothing', {}, 'absent'],
  ['an empty list', { list: [] }, 'empty'],
  ['null', { list: null }, 'empty'],
];
const CASES = names.flatMap((name) =>
  GIVEN.map(([what, data, which]) => [name, what, data, PASSES[name][which]] as const),
);

const COMPONENTS = { 'shared.part': { info: {}, attributes: { label: { type: 'string' } } } };

describe.each(testDatabases())('empty lists on %s', (database) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openApp({ database, contentTypes: TYPES, components: COMPONENTS });
  });
  afterAll(() => app?.close());

  const send = (method: 'post' | 'put', path: string, data: object) =>
    app.agent[method](`/api/${path}`).send({ data });
  const entry = (name: string) => ({
    list: [name.toLowerCase().endsWith('zone') ? { __component: 'shared.part', label: 'x' } : { label: 'x' }],
  });

  it.each(CASES)('%s of a document with drafts, given %s: %j', async (name, _, data, passes) => {
    const path = `drafted-${name.toLowerCase()}s`;
    const direct = await send('post', path, data);
    expect(direct.status).toBe(passes ? 201 : 400);

    const draft = await send('post', `${path}?status=draft`, data);
    expect(draft.status).toBe(201);
    const own = `${path}/${draft.body.data.documentId}`;
    const published = await app.agent.post(`/api/${own}/actions/publish`);
    expect(published.status).toBe(passes ? 200 : 400);
    if (!passes) return;

    // A published document can be published again.
    const again = await send('put', own, { title: 'again' });
    expect([again.status, (await app.agent.post(`/api/${own}/actions/publish`)).status]).toEqual([200, 200]);
    const { body } = await app.agent.get(`/api/${own}?populate=list`);
    expect(body.data.list).toEqual([]);
    if (name.toLowerCase().endsWith('zone')) return;
    // The filter treats an empty list like an absent one.
    const none = await app.agent.get(
      `/api/${path}?filters[list][$null]=true&filters[documentId]=${draft.body.data.documentId}`,
    );
    expect(none.body.data).toHaveLength(1);
  });

  it.each(CASES)('%s of a document without drafts, given %s: %j', async (name, _, data, passes) => {
    const path = `plain-${name.toLowerCase()}s`;
    const made = await send('post', path, data);
    expect(made.status).toBe(passes ? 201 : 400);
    const full = await send('post', path, entry(name));
    expect(full.status).toBe(201);
    const own = `${path}/${full.body.data.documentId}`;
    const emptied = await send('put', own, data);
    expect(emptied.status).toBe(passes || !('list' in data) ? 200 : 400);
    expect((await send('put', own, { title: 'again' })).status).toBe(200);
  });

  it.each(['drafted', 'plain'])('%s: an absent required list must be defined', async (kind) => {
    for (const name of ['requiredlist', 'requiredzone', 'bothlist']) {
      const path = `${kind}-${name}s`;
      expect((await send('post', path, {})).body.error?.message).toBe('list must be defined.');
      if (kind === 'plain') continue;
      const { documentId } = (await send('post', `${path}?status=draft`, {})).body.data;
      const answer = await app.agent.post(`/api/${path}/${documentId}/actions/publish`);
      expect(answer.body.error?.message).toBe('list must be defined.');
    }
  });

  it('checks the least number of a list with entries', async () => {
    const least = await send('post', 'plain-twolists', { list: [{ label: 'a' }] });
    expect([least.status, least.body.error?.message]).toEqual([400, 'list field must have at least 2 items']);
  });

  it('accepts each entry id once', async () => {
    const made = await app.agent
      .post('/api/plain-lists?populate=list')
      .send({ data: { list: [{ label: 'a' }, { label: 'b' }] } });
    const { documentId, list } = made.body.data;
    const own = `plain-lists/${documentId}`;
    const [a, b] = list.map(({ id }: { id: number }) => ({ id }));
    expect((await send('put', own, { list: [a, a] })).status).toBe(400);
    expect((await send('put', own, { list: [b, a] })).status).toBe(200);
    const read = await app.agent.get(`/api/${own}?populate=list`);
    expect(read.body.data.list.map(({ label }: { label: string }) => label)).toEqual(['b', 'a']);
  });

  it('copies an empty list as an empty list', async () => {
    const { documentId } = (await send('post', 'drafted-requiredlists', { list: [] })).body.data;
    const copy = await app.documents('api::drafted-requiredlist.drafted-requiredlist').clone({ documentId });
    const published = await app.agent.post(`/api/drafted-requiredlists/${copy?.documentId}/actions/publish`);
    expect(published.status).toBe(200);
  });
});

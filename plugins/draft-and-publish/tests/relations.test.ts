// Relations between types with and without drafts: what a link shows, and which rows a write through either side changes.
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { openApp, requester, type } from './testing-app';

const DRAFTS = { options: { draftAndPublish: true } };
const relation = (kind: string, target: string, side: object = {}) => ({
  type: 'relation',
  relation: kind,
  target: `api::${target}.${target}`,
  ...side,
});

/** Types with and without drafts, each with every kind of link to both. */
const ENDS = ['drafty', 'plain'];
const linked = (name: string) =>
  Object.fromEntries(
    ENDS.flatMap((target) => [
      [`one_${target}`, relation('manyToOne', target, { inversedBy: `ones_of_${name}` })],
      [`ones_of_${target}`, relation('oneToMany', target, { mappedBy: `one_${name}` })],
      [`many_${target}`, relation('manyToMany', target, { inversedBy: `manies_of_${name}` })],
      [`manies_of_${target}`, relation('manyToMany', target, { mappedBy: `many_${name}` })],
      [`pair_${target}`, relation('oneToOne', target, { inversedBy: `pair_of_${name}` })],
      [`pair_of_${target}`, relation('oneToOne', target, { mappedBy: `pair_${name}` })],
      [`way_${target}`, relation('oneToOne', target)],
      [`ways_${target}`, relation('oneToMany', target)],
    ]),
  );

const TYPES = [
  type(
    'drafty',
    { name: { type: 'string' }, ...linked('drafty'), box: { type: 'component', component: 'shared.box' } },
    { ...DRAFTS, info: { singularName: 'drafty', pluralName: 'drafties' } },
  ),
  type('plain', {
    name: { type: 'string' },
    ...linked('plain'),
    box: { type: 'component', component: 'shared.box' },
  }),
];
const COMPONENTS = {
  'shared.box': {
    info: {},
    attributes: {
      label: { type: 'string' },
      target: relation('oneToOne', 'drafty'),
      targets: relation('oneToMany', 'drafty'),
    },
  },
};

const LINKS = ['one', 'many', 'pair', 'way', 'ways'];
const INVERSE: Readonly<Record<string, string>> = { one: 'ones_of', many: 'manies_of', pair: 'pair_of' };

describe.each(testDatabases())('relations and drafts on %s', (database) => {
  let app: TestApp;
  const call = requester(() => app);
  const path = (name: string): string => (name === 'drafty' ? 'drafties' : 'plains');
  const make = async (name: string, data: object, query = ''): Promise<string> => {
    const { status, body } = await call('post', `${path(name)}${query}`, data);
    if (status !== 201) throw new Error(JSON.stringify(body));
    return body.data.documentId;
  };
  const write = async (name: string, id: string, data: object, query = '') => {
    const { status, body } = await call('put', `${path(name)}/${id}${query}`, data);
    if (status !== 200) throw new Error(JSON.stringify(body));
  };
  /** Names shown through an attribute. null: a to-one relation shows no document. `absent`: the document itself is not shown. */
  const seen = async (name: string, id: string, attribute: string, status = 'published') => {
    const answer = await call('get', `${path(name)}/${id}?status=${status}&populate=${attribute}`);
    if (answer.status !== 200) return 'absent';
    const value = answer.body.data[attribute];
    return Array.isArray(value) ? value.map((one) => one.name) : (value?.name ?? null);
  };
  const one = (attribute: string, name: string | null) =>
    /^(many|manies|ways|ones)/.test(attribute) ? (name ? [name] : []) : name;

  beforeAll(async () => {
    app = await openApp({ contentTypes: TYPES, components: COMPONENTS, database });
  });
  afterAll(() => app?.close());

  const matrix = ENDS.flatMap((source) => LINKS.map((link) => [source, link] as const));

  it.each(matrix)(
    'a %s shows through "%s" the version that is read, absent until published',
    async (source, link) => {
      const target = await make('drafty', { name: 'draft' }, '?status=draft');
      const attribute = `${link}_drafty`;
      const id = await make(source, { name: 's', [attribute]: target });
      expect(await seen(source, id, attribute)).toEqual(one(attribute, null));
      expect(await seen(source, id, attribute, 'draft')).toEqual(one(attribute, 'draft'));
      await write('drafty', target, { name: 'shown' });
      await write('drafty', target, { name: 'changed' }, '?status=draft');
      expect(await seen(source, id, attribute)).toEqual(one(attribute, 'shown'));
      expect(await seen(source, id, attribute, 'draft')).toEqual(one(attribute, 'changed'));
      await call('post', `drafties/${target}/actions/unpublish`);
      expect(await seen(source, id, attribute)).toEqual(one(attribute, null));
    },
  );

  it.each(matrix)('a %s filters and counts through "%s" what it would show', async (source, link) => {
    const name = `${source} ${link}`;
    const target = await make('drafty', { name }, '?status=draft');
    const attribute = `${link}_drafty`;
    await make(source, { name: 's', [attribute]: target });
    const found = async (query: string) =>
      (await call('get', `${path(source)}?filters[${attribute}][name]=${name}&${query}`)).body.data.length;
    expect([await found(''), await found('status=draft')]).toEqual([0, 1]);
    await write('drafty', target, {});
    expect([await found(''), await found('status=draft')]).toEqual([1, 1]);
  });

  it.each(['one', 'many', 'pair'])(
    'a plain target shows through the inverse of "%s" the version that is read',
    async (link) => {
      const target = await make('plain', { name: 't' });
      const source = await make('drafty', { name: 'a', [`${link}_plain`]: target });
      await write('drafty', source, { name: 'b' }, '?status=draft');
      const inverse = `${INVERSE[link]}_drafty`;
      expect(await seen('plain', target, inverse)).toEqual(one(inverse, 'a'));
      expect(await seen('plain', target, inverse, 'draft')).toEqual(one(inverse, 'b'));
      await write('drafty', source, { [`${link}_plain`]: null }, '?status=draft');
      expect(await seen('plain', target, inverse)).toEqual(one(inverse, 'a'));
      expect(await seen('plain', target, inverse, 'draft')).toEqual(one(inverse, null));
    },
  );

  it('keeps the order of links through publishing', async () => {
    const targets = await Promise.all(['a', 'b', 'c'].map((name) => make('drafty', { name })));
    const id = await make('drafty', {
      name: 's',
      many_drafty: { connect: [targets[2], targets[0], targets[1]] },
    });
    expect(await seen('drafty', id, 'many_drafty')).toEqual(['c', 'a', 'b']);
    await write(
      'drafty',
      id,
      { many_drafty: { connect: [{ documentId: targets[1], position: { start: true } }] } },
      '?status=draft',
    );
    expect(await seen('drafty', id, 'many_drafty')).toEqual(['c', 'a', 'b']);
    await call('post', `drafties/${id}/actions/publish`);
    expect(await seen('drafty', id, 'many_drafty')).toEqual(['b', 'c', 'a']);
  });

  describe('writes through the inverse side', () => {
    it.each(['one', 'many'])(
      'of "%s" by a draft go live when the other document is published',
      async (link) => {
        const inverse = `${INVERSE[link]}_drafty`;
        const other = await make('drafty', { name: 'o' });
        const writer = await make('drafty', { name: 'w' });
        await write('drafty', writer, { [inverse]: [other] }, '?status=draft');
        expect(await seen('drafty', writer, inverse, 'draft')).toEqual(['o']);
        expect(await seen('drafty', writer, inverse)).toEqual([]);
        await call('post', `drafties/${writer}/actions/publish`);
        expect(await seen('drafty', writer, inverse)).toEqual([]);
        await call('post', `drafties/${other}/actions/publish`);
        expect(await seen('drafty', writer, inverse)).toEqual(['o']);
      },
    );

    it.each(['one', 'many'])(
      'of "%s" by a publishing write touch both rows, and by a plain writer too',
      async (link) => {
        const other = await make('drafty', { name: 'o' });
        for (const source of ENDS) {
          const inverse = `${INVERSE[link]}_drafty`;
          const writer = await make(source, { name: 'w', [inverse]: [other] });
          expect(await seen(source, writer, inverse)).toEqual(['o']);
          expect(await seen(source, writer, inverse, 'draft')).toEqual(['o']);
          await write(source, writer, { [inverse]: [] });
          expect(await seen(source, writer, inverse)).toEqual([]);
          expect(await seen(source, writer, inverse, 'draft')).toEqual([]);
        }
      },
    );
  });

  it('a draft removes no target of published rows, in one-to-one and one-to-many', async () => {
    for (const [attribute, side] of [['pair_drafty', 'pair_of_drafty']] as const) {
      const target = await make('drafty', { name: 't' });
      const first = await make('drafty', { name: 'first', [attribute]: target });
      const second = await make('drafty', { name: 'second' });
      await write('drafty', second, { [attribute]: target }, '?status=draft');
      expect(await seen('drafty', target, side)).toBe('first');
      expect(await seen('drafty', target, side, 'draft')).toBe('second');
      expect(await seen('drafty', first, attribute, 'draft')).toBeNull();
      await call('post', `drafties/${second}/actions/publish`);
      expect(await seen('drafty', target, side)).toBe('second');
      expect(await seen('drafty', first, attribute)).toBeNull();
    }
    const child = await make('drafty', { name: 'child' });
    const mother = await make('drafty', { name: 'mother', ones_of_drafty: [child] });
    const thief = await make('drafty', { name: 'thief' });
    await write('drafty', thief, { ones_of_drafty: [child] }, '?status=draft');
    expect(await seen('drafty', mother, 'ones_of_drafty')).toEqual(['child']);
    expect(await seen('drafty', mother, 'ones_of_drafty', 'draft')).toEqual([]);
  });

  it.each(['many_drafty', 'ways_drafty', 'one_drafty', 'way_drafty'])(
    'a status named in connect restricts "%s" of a plain source',
    async (attribute) => {
      const target = await make('drafty', { name: 't' });
      const pinned = async (status: string) =>
        make('plain', { name: 's', [attribute]: { connect: [{ documentId: target, status }] } });
      const shown = await pinned('published');
      expect([await seen('plain', shown, attribute), await seen('plain', shown, attribute, 'draft')]).toEqual(
        [one(attribute, 't'), one(attribute, null)],
      );
      const draft = await pinned('draft');
      expect([await seen('plain', draft, attribute), await seen('plain', draft, attribute, 'draft')]).toEqual(
        [one(attribute, null), one(attribute, 't')],
      );
      const filtered = async (id: string, query: string) =>
        (await call('get', `plains?filters[documentId]=${id}&filters[${attribute}][name]=t&${query}`)).body
          .data.length;
      expect([await filtered(draft, ''), await filtered(draft, 'status=draft')]).toEqual([0, 1]);
      // An unknown status is ignored: the link has no pin.
      const odd = await pinned('odd');
      expect([await seen('plain', odd, attribute), await seen('plain', odd, attribute, 'draft')]).toEqual([
        one(attribute, 't'),
        one(attribute, 't'),
      ]);
      const unpublished = await make('drafty', { name: 'u' }, '?status=draft');
      expect(
        (
          await call('post', 'plains', {
            [attribute]: { connect: [{ documentId: unpublished, status: 'published' }] },
          })
        ).status,
      ).toBe(400);
    },
  );

  it.each(ENDS)('links inside components of a %s follow the version read, and a pin', async (source) => {
    const target = await make('drafty', { name: 'a' });
    const id = await make(source, { name: 's', box: { label: 'l', target, targets: [target] } });
    await write('drafty', target, { name: 'b' }, '?status=draft');
    const inside = async (status: string) => {
      const { box } = (await call('get', `${path(source)}/${id}?status=${status}&populate[box][populate]=*`))
        .body.data;
      return [box.target?.name ?? null, box.targets.map((each: { name: string }) => each.name)];
    };
    expect(await inside('published')).toEqual(['a', ['a']]);
    expect(await inside('draft')).toEqual(['b', ['b']]);
    await call('post', `drafties/${target}/actions/unpublish`);
    expect(await inside('published')).toEqual([null, []]);
    if (source === 'drafty') return;
    await call('post', `drafties/${target}/actions/publish`);
    const pin = { connect: [{ documentId: target, status: 'draft' }] };
    await write(source, id, { box: { label: 'l', target: pin, targets: pin } });
    expect(await inside('published')).toEqual([null, []]);
    expect(await inside('draft')).toEqual(['b', ['b']]);
  });

  it('sorts through a link by the shown document', async () => {
    const names = async (query: string) =>
      (
        await call('get', `plains?filters[name][$startsWith]=sorted&sort=one_drafty.name:desc&${query}`)
      ).body.data.map((each: { name: string }) => each.name);
    const low = await make('drafty', { name: 'a' });
    const high = await make('drafty', { name: 'z' }, '?status=draft');
    await make('plain', { name: 'sorted low', one_drafty: low });
    await make('plain', { name: 'sorted high', one_drafty: high });
    expect(await names('')).toEqual(['sorted low', 'sorted high']);
    expect(await names('status=draft')).toEqual(['sorted high', 'sorted low']);
  });

  it('removes links to a deleted document', async () => {
    const target = await make('drafty', { name: 't' });
    const id = await make('drafty', { name: 's', many_drafty: [target], one_drafty: target });
    await call('delete', `drafties/${target}`);
    expect(await seen('drafty', id, 'many_drafty')).toEqual([]);
    expect(await seen('drafty', id, 'one_drafty')).toBeNull();
  });
});

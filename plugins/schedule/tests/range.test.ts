// Lists of a time range: `from` is part of it, `to` is not. Rows have the order of their times.
import { testDatabases } from '../../../core/testing/databases';
import { type Any, POST, type ScheduleApp, scheduleApp } from './schedule-app';

const [FIRST, SECOND, THIRD] = [
  '2998-03-01T00:00:00.000Z',
  '2998-03-15T12:00:00.000Z',
  '2998-04-01T00:00:00.000Z',
];
const MARCH = `from=${FIRST}&to=${THIRD}`;

for (const database of testDatabases())
  describe(`ranges of lists on ${database}`, () => {
    let made: ScheduleApp | undefined;
    const opened = (): ScheduleApp => made as ScheduleApp;
    const ask: ScheduleApp['ask'] = (...args) => opened().ask(...args);
    const names = new Map<number, string>();
    const namesOf = ({ data }: Any): unknown => data.map(({ id }: Any) => names.get(id));
    const changes = async (query: string): Promise<unknown> =>
      namesOf(await ask('GET', `/schedule/changes?${query}`, 200));
    const releases = async (query: string): Promise<unknown> =>
      (await ask('GET', `/schedule/releases?${query}`, 200)).data.map(({ name }: Any) => name);

    const change = async (name: string, data: object): Promise<number> => {
      const document = await opened().draft(name);
      const body = { data: { action: 'publish', ...data } };
      const { id } = (await ask('POST', `/posts/${document}/actions/schedule`, 200, body)).data;
      names.set(id, name);
      return id;
    };
    const release = async (name: string, body: object = {}): Promise<number> =>
      (await ask('POST', '/schedule/releases', 201, { name, ...body })).data.id;
    let spring: number;

    beforeAll(async () => {
      made = await scheduleApp(database, {
        schedule: { enabled: true, config: { timeZone: 'Europe/Berlin' } },
      });
      // Not in the order of their times.
      await change('third', { at: THIRD });
      await change('second', { at: SECOND });
      await change('first', { at: FIRST });
      await ask('DELETE', `/schedule/changes/${await change('cancelled', { at: SECOND })}`, 200);
      spring = await release('spring', { at: SECOND });
      await change('in spring', { release: spring });
      await change('in someday', { release: await release('someday') });
      await release('winter', { at: FIRST });
      await release('summer', { at: THIRD });
    });
    afterAll(() => opened().app.close());

    it('lists the changes of a range in the order of their times', async () => {
      expect(await changes(MARCH)).toEqual(['first', 'second', 'cancelled', 'in spring']);
      expect(await changes(`${MARCH}&state=waiting`)).toEqual(['first', 'second', 'in spring']);
      expect(await changes(`${MARCH}&release=${spring}`)).toEqual(['in spring']);
      expect(await changes(`${MARCH}&state=waiting&type=${POST}&pageSize=2`)).toEqual(['first', 'second']);
      const { data, meta } = await ask('GET', `/schedule/changes?${MARCH}&pageSize=2&page=2`, 200);
      expect(namesOf({ data })).toEqual(['cancelled', 'in spring']);
      expect(meta.pagination).toEqual({ page: 2, pageSize: 2, pageCount: 2, total: 4 });
    });

    it('takes one end alone, and lists nothing outside', async () => {
      expect(await changes(`from=${THIRD}`)).toEqual(['third']);
      expect(await changes(`to=${SECOND}`)).toEqual(['first']);
      expect(await changes(`from=${THIRD}&to=${FIRST}`)).toEqual([]);
      expect(await changes('')).toEqual([
        ...['in someday', 'in spring', 'cancelled', 'first', 'second', 'third'],
      ]);
    });

    it('does the same with releases', async () => {
      expect(await releases(MARCH)).toEqual(['winter', 'spring']);
      expect(await releases(`to=${THIRD}&state=open`)).toEqual([]);
      expect(await releases(`from=${SECOND}`)).toEqual(['spring', 'summer']);
      expect(await releases('')).toEqual(['summer', 'winter', 'someday', 'spring']);
    });

    it('takes offsets, and local times of the configured zone', async () => {
      expect(await changes('from=2998-04-01T02:00&to=2998-04-01T02:01')).toEqual(['third']);
      expect(await changes(`from=2998-04-01T01:00${encodeURIComponent('+01:00')}`)).toEqual(['third']);
    });

    it.each(['soon', '2998-02-30T00:00Z', '2998-03-01', '2099-03-29T02:30', '', '1'.repeat(50)])(
      'refuses the time "%s" and names its place',
      async (text) => {
        for (const path of ['changes', 'releases'])
          for (const key of ['from', 'to']) {
            const { error } = await ask('GET', `/schedule/${path}?${key}=${text}`, 400);
            expect(error.name).toBe('ValidationError');
            expect(JSON.stringify(error)).toContain('2026-03-01T08:00:00Z');
            expect(error.details).toMatchObject({ param: key });
          }
      },
    );

    it('is described by OpenAPI', async () => {
      const { paths } = await ask('GET', '/openapi.json', 200);
      for (const path of ['/api/schedule/changes', '/api/schedule/releases']) {
        const names = paths[path].get.parameters.map(({ name }: Any) => name);
        expect(names).toEqual(expect.arrayContaining(['from', 'to', 'state']));
      }
    });
  });

import { createTestApp, testDatabases } from 'quire-cms/testing';
import color from '.';

const paint = {
  info: { singularName: 'paint', pluralName: 'paints' },
  attributes: { name: { type: 'string' }, shade: { type: 'color', required: true } },
};

test.each(testDatabases())('colors are checked, filtered and sorted on %s', async (database) => {
  const app = await createTestApp({ database, contentTypes: [paint], plugins: [color] });
  try {
    const names = async (query: string): Promise<string[]> => {
      const { body } = await app.as('public').get(`/api/paints?sort=name&${query}`).expect(200);
      return body.data.map(({ name }: { readonly name: string }) => name);
    };
    const shades = { brick: '#AA2211', fog: '#cccccc', sea: '#1e90ff' };
    for (const [name, shade] of Object.entries(shades))
      await app.as('public').post('/api/paints', { data: { name, shade } }).expect(201);
    expect(await names(`filters[shade]=${encodeURIComponent('#aa2211')}`)).toEqual(['brick']);
    expect(await names('filters[shade][$gray]=true')).toEqual(['fog']);
    expect(await names('filters[shade][$gray]=false')).toEqual(['brick', 'sea']);
    expect(await names(`filters[shade][$redderThan]=${encodeURIComponent('#1e90ff')}`)).toEqual([
      'brick',
      'fog',
    ]);

    const wrong = await app
      .as('public')
      .post('/api/paints', { data: { shade: 'red' } })
      .expect(400);
    expect(wrong.body.error.message).toBe('shade must look like #1e90ff');
    await app.as('public').get('/api/paints?filters[shade][$redderThan]=red').expect(400);
  } finally {
    await app.close();
  }
});

// A forced removal of a locale while drafts are disabled: removes all rows of the locale, also hidden rows. Rows of other locales stay.
import type { ContentTypeDefinition, Kernel } from '../../../core';
import type { TestApp } from '../../../core/testing/create-test-app';
import { testDatabases } from '../../../core/testing/databases';
import { examine } from '../../../core/testing/examine';
import { type Answer, COMPONENTS, callerOf, doneBy, openAgain, openApp, type } from './testing-app';

const localized = { pluginOptions: { i18n: { localized: true } } };

const CONTENT: readonly ContentTypeDefinition[] = [
  type(
    'story',
    {
      title: { type: 'string', unique: true, ...localized },
      parts: { type: 'component', component: 'shared.part', repeatable: true, ...localized },
      photos: { type: 'media', multiple: true, ...localized },
      tags: { type: 'relation', relation: 'manyToMany', target: 'api::tag.tag', inversedBy: 'stories' },
      next: { type: 'relation', relation: 'oneToOne', target: 'api::story.story' },
    },
    {
      info: { singularName: 'story', pluralName: 'stories' },
      ...localized,
      options: { draftAndPublish: true },
    },
  ),
  type('tag', {
    name: { type: 'string' },
    stories: { type: 'relation', relation: 'manyToMany', target: 'api::story.story', mappedBy: 'tags' },
    best: { type: 'relation', relation: 'oneToOne', target: 'api::story.story' },
    page: { type: 'component', component: 'shared.link' },
  }),
];

const PARTS = {
  ...COMPONENTS,
  'shared.link': {
    info: {},
    attributes: {
      label: { type: 'string' },
      page: { type: 'relation', relation: 'oneToOne', target: 'api::story.story' },
      pages: { type: 'relation', relation: 'oneToMany', target: 'api::story.story' },
    },
  },
};

describe.each(testDatabases())('a locale removed by force on %s', (database) => {
  let app: TestApp;
  let kernel: Kernel;
  const call = callerOf(() => kernel);
  const write = doneBy(call);

  const reopen = async (drafts: boolean): Promise<void> => {
    await kernel?.stop();
    kernel = await openAgain(app, {
      rest: true,
      upload: true,
      i18n: { config: { locales: ['en', 'de'] } },
      'draft-and-publish': drafts,
    });
  };
  const photo = async (): Promise<number> => {
    const form = new FormData();
    form.append('files', new Blob(['text']), 'a.txt');
    const headers = { connection: 'close' };
    const response = await fetch(`${kernel.server.url}/api/upload`, { method: 'POST', body: form, headers });
    const [file] = (await response.json()) as { id: number }[];
    return file?.id ?? 0;
  };
  const removeFrench = async (): Promise<Answer> => {
    await reopen(false);
    expect((await call('DELETE', 'i18n/locales/fr')).status).toBe(409);
    return call('DELETE', 'i18n/locales/fr?force=true');
  };
  /** Enables drafts again, and adds the locale again. */
  const comeBack = async (): Promise<void> => {
    expect(await examine(kernel)).toEqual([]);
    await reopen(true);
    const headers = { connection: 'close', 'content-type': 'application/json' };
    const body = JSON.stringify({ code: 'fr' });
    await fetch(`${kernel.server.url}/api/i18n/locales`, { method: 'POST', headers, body });
    expect(await examine(kernel)).toEqual([]);
  };
  const rows = async (): Promise<string[]> => {
    const found: string[] = [];
    for (const status of ['draft', 'published'])
      for (const { title, locale } of (await call('GET', `stories?locale=*&status=${status}&sort=title`)).body
        .data)
        found.push(`${title} ${locale} ${status}`);
    return found;
  };

  beforeEach(async () => {
    app = await openApp(undefined, { database, contentTypes: CONTENT, components: PARTS });
    await app.kernel.server.close({ force: true });
    await app.kernel.stop();
    await reopen(true);
    const headers = { connection: 'close', 'content-type': 'application/json' };
    const body = JSON.stringify({ code: 'fr' });
    await fetch(`${kernel.server.url}/api/i18n/locales`, { method: 'POST', headers, body });
  });
  afterEach(async () => {
    await kernel?.stop();
    await app?.close();
  });

  it('takes its hidden drafts along, with all links', async () => {
    const tag = await write('POST', 'tags', { name: 'one' });
    const parts = [{ label: 'p' }];
    const photos = [await photo()];
    const data = { title: 'Brouillon', tags: [tag.documentId], parts, photos };
    const draft = await write('POST', 'stories?locale=fr&status=draft', data);
    const story = { documentId: draft.documentId, locale: 'fr', status: 'draft' };
    const page = { label: 'l', page: story, pages: [story] };
    await write('PUT', `tags/${tag.documentId}`, { best: story, page });
    await write('POST', 'stories?locale=fr&status=draft', { title: 'Suite', next: draft.documentId });
    expect((await removeFrench()).status).toBe(204);
    await comeBack();
    expect(await rows()).toEqual([]);
    const query = 'populate[best]=true&populate[stories][count]=true&populate[page][populate]=*&status=draft';
    const { data: left } = (await call('GET', `tags/${tag.documentId}?locale=fr&${query}`)).body;
    expect(left).toMatchObject({ best: null, stories: { count: 0 }, page: { page: null, pages: [] } });
    // The value is free.
    await write('POST', 'stories?locale=fr', { title: 'Brouillon' });
  });

  it('leaves the hidden draft of another language, with what it holds and what links to it', async () => {
    const tag = await write('POST', 'tags', { name: 'one' });
    const french = await write('POST', 'stories?locale=fr', { title: 'Un', photos: [await photo()] });
    const path = `stories/${french.documentId}`;
    const english = {
      title: 'One',
      tags: [tag.documentId],
      parts: [{ label: 'p' }],
      photos: [await photo()],
    };
    await write('PUT', `${path}?status=draft`, english);
    const story = { documentId: french.documentId, locale: 'en', status: 'draft' };
    await write('PUT', `tags/${tag.documentId}`, { best: story });
    expect((await removeFrench()).status).toBe(204);
    expect((await call('GET', 'stories?locale=*')).body.data).toEqual([]);
    await comeBack();
    expect(await rows()).toEqual(['One en draft']);
    const kept = (await call('GET', `${path}?status=draft&populate=*`)).body.data;
    expect([kept.tags.length, kept.parts.length, kept.photos.length]).toEqual([1, 1, 1]);
    const { best } = (await call('GET', `tags/${tag.documentId}?status=draft&populate=best`)).body.data;
    expect(best.title).toBe('One');
    await write('POST', `${path}/actions/publish`);
    await write('POST', 'stories?locale=fr', { title: 'Un' });
    expect(await examine(kernel)).toEqual([]);
  });

  it('removes published rows with their drafts, and keeps those of other languages', async () => {
    const both = await write('POST', 'stories', { title: 'One' });
    await write('PUT', `stories/${both.documentId}?locale=fr`, { title: 'Un' });
    await write('PUT', `stories/${both.documentId}?locale=de&status=draft`, { title: 'Eins' });
    expect((await removeFrench()).status).toBe(204);
    await comeBack();
    expect(await rows()).toEqual(['Eins de draft', 'One en draft', 'One en published']);
    await write('POST', 'stories?locale=fr', { title: 'Un' });
  });

  it('is like a delete of one locale; a delete of all locales takes every hidden row', async () => {
    const french = await write('POST', 'stories?locale=fr', { title: 'Un' });
    await write('PUT', `stories/${french.documentId}?status=draft`, { title: 'One' });
    const german = await write('POST', 'stories?locale=de', { title: 'Eins' });
    await write('PUT', `stories/${german.documentId}?status=draft`, { title: 'Two' });
    await reopen(false);
    await write('DELETE', `stories/${french.documentId}?locale=fr`);
    await write('DELETE', `stories/${german.documentId}?locale=*`);
    expect(await examine(kernel)).toEqual([]);
    await reopen(true);
    expect(await rows()).toEqual(['One en draft']);
  });
});

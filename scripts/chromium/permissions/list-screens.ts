// The screens that list documents: which parts need which action of the type.
import { create, locales, of, onNew, PAGES, read } from './page-requests';
import { button, link, type Pair, type Screen } from './screen';
import { LATER, PAGE } from './site';

const bulk = (name: string, data?: object) =>
  onNew((documentId) => ({
    method: 'POST',
    path: `${PAGES}/actions/bulk?locale=en${data ? '&status=draft' : ''}`,
    body: { data: { items: [{ operation: name, documentId, data }], atomic: false } },
  }));
const plan = onNew((documentId) => ({
  method: 'POST',
  path: `${PAGES}/actions/bulk?locale=en`,
  body: {
    data: {
      items: [{ operation: 'schedule', documentId, data: LATER }],
      atomic: false,
    },
  },
}));
const drafts = { path: `${PAGES}?status=draft&locale=en` };
const find: Pair['request'] = () => ({ path: `${PAGES}?locale=en` });

export const listScreens: readonly Screen[] = [
  {
    name: 'home',
    address: () => '',
    pairs: [
      { action: of('find'), hides: [link(/^Page \w/)], request: find },
      { action: of('findOne'), hides: [link(/^Page \w/)], request: read },
      {
        action: of('readDraft'),
        hides: [link(/^Draft \d/)],
        request: () => drafts,
      },
    ],
  },
  {
    name: 'list',
    address: () => `types/${PAGE}`,
    pairs: [
      { action: of('find'), hides: 'closed', request: find },
      { action: of('findOne'), hides: [link(/^Page \w/)], request: read },
      { action: of('create'), hides: [button('New')], request: create },
      { action: of('readDraft'), hides: [['columnheader', 'State']], request: () => drafts },
      {
        action: 'plugin::i18n.locales.listLocales',
        hides: [['combobox', 'Locale']],
        request: locales,
      },
    ],
  },
  {
    name: 'chosen rows of a list',
    address: () => `types/${PAGE}`,
    act: (page) => page.locator('tbody input[type=checkbox]').first().check(),
    pairs: [
      {
        action: of('bulk'),
        hides: [
          ...['Publish', 'Unpublish', 'Delete', 'Change a field …', 'Schedule …', 'Add to a release …'].map(
            (name) => button(name),
          ),
        ],
        request: bulk('publish'),
      },
      { action: of('publish'), hides: [button('Publish')], request: bulk('publish') },
      { action: of('unpublish'), hides: [button('Unpublish')], request: bulk('unpublish') },
      { action: of('delete'), hides: [button('Delete')], request: bulk('delete') },
      {
        action: of('update'),
        hides: [button('Change a field …')],
        request: bulk('update', { title: 'Page, changed' }),
      },
      { action: of('readDraft'), hides: [button('Change a field …')], request: () => drafts },
      {
        action: of('schedule'),
        hides: [button('Schedule …'), button('Add to a release …')],
        request: plan,
      },
      {
        action: 'plugin::schedule.release.read',
        hides: [button('Add to a release …')],
        request: () => ({ path: '/api/schedule/releases' }),
      },
    ],
  },
  {
    name: 'views of a list',
    address: () => `types/${PAGE}`,
    async act(page) {
      await page.locator('summary', { hasText: 'View' }).click();
      await page.getByRole('button', { name: 'Save this view' }).click();
    },
    pairs: [
      {
        action: 'plugin::admin.view.share',
        hides: [['combobox', 'For']],
        request: ({ newName }) => ({
          method: 'PUT',
          path: `/admin/api/views/${PAGE}`,
          body: { name: newName(), shared: true, words: {} },
        }),
      },
    ],
  },
];

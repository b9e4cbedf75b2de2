// The screens of one document: which parts need which action of its type.
import type { Page } from 'playwright-core';
import { FIND_FILES, UPLOAD, upload } from './media-screens';
import { create, DOCUMENTS, locales, of, onNew, PAGES, read, write } from './page-requests';
import type { HttpRequest } from './requests';
import { move } from './schedule-screens';
import { button, link, type Screen } from './screen';
import { AUTHOR, LATER, NOTICE, PAGE, type Site, TOPIC } from './site';

const operation = (name: string) =>
  onNew((id) => ({ method: 'POST', path: `${PAGES}/${id}/actions/${name}?locale=en` }));
const restore = onNew(async (id, site) => ({
  method: 'POST',
  path: `/api/history/versions/${await site.versionOf(id)}/actions/restore?type=${PAGE}&documentId=${id}&locale=en`,
}));
const versions = ({ page }: Site): HttpRequest => ({
  path: `/api/history/versions?type=${PAGE}&documentId=${page}&locale=en`,
});
const previewLink = ({ page }: Site): HttpRequest => ({
  method: 'POST',
  path: `/api/pages/${page}/preview-links`,
  body: {},
});
const schedule = onNew((id) => ({
  method: 'POST',
  path: `${PAGES}/${id}/actions/schedule?locale=en`,
  body: { data: LATER },
}));

const more = (page: Page) => page.locator('.head .menu > summary').click();
const choose = (name: string) => async (page: Page) => {
  await more(page);
  await page.getByRole('button', { name, exact: true }).click();
  await page.locator('dialog[open] h2').waitFor();
};

export const documentScreens: readonly Screen[] = [
  {
    name: 'a document',
    address: ({ page }) => `types/${PAGE}/${page}`,
    pairs: [
      { action: of('findOne'), hides: 'closed', request: read },
      {
        action: of('readDraft'),
        hides: [button('Save'), button('Publish')],
        request: read,
      },
      {
        action: of('update'),
        hides: [button('Save'), button('Replace file'), ['combobox', 'Find Author']],
        request: write,
      },
      { action: of('publish'), hides: [button('Publish')], request: operation('publish') },
      { action: of('schedule'), hides: [button('Change or cancel …')], request: schedule },
      {
        action: 'plugin::schedule.change.read',
        hides: [button('Change or cancel …')],
        request: ({ page }) => ({ path: `/api/schedule/changes?type=${PAGE}&documentId=${page}` }),
      },
      {
        action: of('readPrivate'),
        hides: [['textbox', /^Notes/]],
        // As an unknown attribute.
        request: ({ page }) => ({ path: `${PAGES}/${page}?status=draft&locale=en&fields=notes` }),
        status: 400,
      },
      {
        action: `${AUTHOR}.find`,
        hides: [['group', 'Author']],
        request: () => ({ path: `${DOCUMENTS}/api.author.author` }),
      },
      {
        action: `${TOPIC}.readDraft`,
        hides: [['group', 'Topic']],
        request: () => ({ path: `${DOCUMENTS}/api.topic.topic?status=draft` }),
      },
      {
        action: `${AUTHOR}.findOne`,
        hides: [link('Ines Marlow')],
        request: ({ author }) => ({ path: `${DOCUMENTS}/api.author.author/${author}` }),
      },
      {
        action: 'plugin::i18n.locales.listLocales',
        hides: [link('de'), ['combobox', 'Show another locale beside the form']],
        request: locales,
      },
    ],
  },
  {
    name: 'a new document',
    address: () => `types/${PAGE}/new`,
    pairs: [{ action: of('create'), hides: 'closed', request: create }],
  },
  {
    name: 'the menu of a document',
    address: ({ page }) => `types/${PAGE}/${page}`,
    act: more,
    pairs: [
      { action: of('create'), hides: [button('Duplicate')], request: create },
      {
        action: of('readDraft'),
        hides: [button('Review changes'), button('Discard the draft')],
        request: read,
      },
      { action: of('readDraft'), hides: [button('Versions')], request: versions },
      { action: of('history'), hides: [button('Versions')], request: versions },
      {
        action: of('schedule'),
        hides: [button('Schedule …'), button('Add to a release …')],
        request: schedule,
      },
      {
        action: 'plugin::schedule.release.read',
        hides: [button('Add to a release …')],
        request: () => ({ path: '/api/schedule/releases' }),
      },
      { action: of('unpublish'), hides: [button('Unpublish')], request: operation('unpublish') },
      {
        action: of('discardDraft'),
        hides: [button('Discard the draft')],
        request: operation('discard-draft'),
      },
      {
        action: of('delete'),
        hides: [button('Delete')],
        request: onNew((id) => ({ method: 'DELETE', path: `${PAGES}/${id}?locale=en` })),
      },
    ],
  },
  {
    name: 'the review of changes',
    address: ({ page }) => `types/${PAGE}/${page}`,
    act: choose('Review changes'),
    pairs: [{ action: of('update'), hides: [button('Restore Title')], request: write }],
  },
  {
    name: 'the versions of a document',
    address: ({ page }) => `types/${PAGE}/${page}`,
    act: choose('Versions'),
    pairs: [
      { action: of('restore'), hides: [button('Restore')], request: restore },
      { action: of('update'), hides: [button('Restore')], request: restore },
    ],
  },
  {
    name: 'the schedule of a document',
    address: ({ page }) => `types/${PAGE}/${page}`,
    act: choose('Schedule …'),
    pairs: [
      { action: of('publish'), hides: [['option', 'Publish']], request: schedule },
      {
        action: of('unpublish'),
        hides: [['option', 'Unpublish']],
        request: onNew((id) => ({
          method: 'POST',
          path: `${PAGES}/${id}/actions/schedule?locale=en`,
          body: { data: { ...LATER, action: 'unpublish' } },
        })),
      },
      { action: 'plugin::schedule.change.update', hides: [button('Change the time')], request: move },
      {
        action: of('unschedule'),
        hides: [button('Cancel')],
        request: onNew(async (id, site) => ({
          method: 'POST',
          path: `${PAGES}/${id}/actions/unschedule?locale=en`,
          body: { data: { id: await site.newPlan(id) } },
        })),
      },
      {
        action: 'plugin::schedule.change.read',
        hides: [['heading', 'Scheduled'], button('Change the time'), button('Cancel')],
        request: ({ page }) => ({ path: `/api/schedule/changes?type=${PAGE}&documentId=${page}` }),
      },
    ],
  },
  {
    name: 'locales side by side',
    address: ({ page }) => `types/${PAGE}/${page}?locale=de&beside=en`,
    pairs: [
      { action: of('update'), hides: [button('Take over Title')], request: write },
      { action: of('findOne'), hides: 'closed', request: read },
    ],
  },
  {
    name: 'a locale without content',
    address: ({ english }) => `types/${PAGE}/${english}?locale=de&beside=en`,
    pairs: [
      {
        action: of('createLocalization'),
        hides: [button('Save'), button('Take over Title')],
        request: onNew((id) => ({
          method: 'PUT',
          path: `${PAGES}/${id}?status=draft&locale=de`,
          body: { data: { title: 'Seite, neu' } },
        })),
      },
    ],
  },
  {
    name: 'the preview of a document',
    address: ({ page }) => `types/${PAGE}/${page}`,
    act: (page) => page.getByRole('button', { name: 'Preview', exact: true }).click(),
    pairs: [
      {
        action: of('previewLink'),
        hides: [button('Copy preview link'), button('End all links')],
        request: previewLink,
      },
      {
        action: of('readDraft'),
        hides: [button('Copy preview link'), button('End all links')],
        request: previewLink,
      },
    ],
  },
  {
    name: 'a single type',
    address: () => `types/${NOTICE}`,
    link: 'Notice',
    pairs: [
      {
        action: `${NOTICE}.find`,
        hides: 'closed',
        request: () => ({ path: `${DOCUMENTS}/api.notice.notice` }),
      },
      {
        action: `${NOTICE}.update`,
        hides: [button('Save')],
        request: () => ({
          method: 'PUT',
          path: `${DOCUMENTS}/api.notice.notice`,
          body: { data: { line: 'Page, changed' } },
        }),
      },
    ],
  },
  {
    name: 'the choice of a file',
    address: ({ page }) => `types/${PAGE}/${page}`,
    act: (page) => page.getByRole('button', { name: 'Replace file' }).click(),
    pairs: [
      { action: FIND_FILES, hides: [button('pond.png')], request: () => ({ path: '/api/upload/files' }) },
      { action: UPLOAD, hides: [['label', 'Upload']], request: upload },
    ],
  },
];

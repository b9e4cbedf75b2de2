// Releases and scheduled changes: the lists, a release, and the dialogs that add documents to it.
import type { Page } from 'playwright-core';
import { DOCUMENTS, of, onNew, PAGES } from './page-requests';
import { button, link, type Pair, type Screen } from './screen';
import { LATER, PAGE } from './site';

const RELEASES = '/api/schedule/releases';
const CHANGES = '/api/schedule/changes';
const onRelease = (verb: string): string => `plugin::schedule.release.${verb}`;
const onChange = (verb: string): string => `plugin::schedule.change.${verb}`;

const cancel: Pair['request'] = async ({ newPage, newPlan }) => ({
  method: 'DELETE',
  path: `${CHANGES}/${await newPlan(await newPage())}`,
});
export const move: Pair['request'] = async ({ newPage, newPlan }) => ({
  method: 'PUT',
  path: `${CHANGES}/${await newPlan(await newPage())}`,
  body: { at: LATER.at },
});
const add = (action: string): Pair['request'] =>
  onNew((id, { release }) => ({
    method: 'POST',
    path: `${PAGES}/${id}/actions/schedule?locale=en`,
    body: { data: { action, release } },
  }));
const readReleases: Pair['request'] = () => ({ path: RELEASES });
const readChanges: Pair['request'] = () => ({ path: CHANGES });

/** Who may remove a change. */
const removal = (...hides: readonly ReturnType<typeof button>[]): readonly Pair[] => [
  { action: onChange('cancel'), hides, request: cancel },
  { action: of('unschedule'), hides, request: cancel },
];

const dialog = (name: string) => (page: Page) => page.getByRole('button', { name, exact: true }).click();

export const scheduleScreens: readonly Screen[] = [
  {
    name: 'releases',
    address: () => 'releases',
    link: 'Releases',
    pairs: [
      { action: onRelease('read'), hides: 'closed', request: readReleases },
      {
        action: onRelease('create'),
        hides: [button('New')],
        request: ({ newName }) => ({ method: 'POST', path: RELEASES, body: { name: newName() } }),
      },
    ],
  },
  {
    name: 'a release',
    address: ({ release }) => `releases/${release}`,
    pairs: [
      {
        action: onRelease('read'),
        hides: 'closed',
        request: ({ release }) => ({ path: `${RELEASES}/${release}` }),
      },
      {
        action: onRelease('update'),
        hides: [button('Name and time'), button('Run now')],
        request: async ({ newRelease, newName }) => ({
          method: 'PUT',
          path: `${RELEASES}/${await newRelease()}`,
          body: { name: newName() },
        }),
      },
      {
        action: onRelease('delete'),
        hides: [button('Cancel the release')],
        request: async ({ newRelease }) => ({ method: 'DELETE', path: `${RELEASES}/${await newRelease()}` }),
      },
      {
        action: onRelease('check'),
        hides: [button('Check')],
        request: ({ release }) => ({ method: 'POST', path: `${RELEASES}/${release}/actions/check` }),
      },
      ...removal(button(/^Remove /)),
      {
        action: of('findOne'),
        hides: [link('Page one, changed')],
        request: ({ page }) => ({ path: `${PAGES}/${page}?status=draft&locale=en` }),
      },
      {
        action: of('find'),
        hides: [link('Page one, changed')],
        request: () => ({ path: `${DOCUMENTS}/api.page.page` }),
      },
    ],
  },
  {
    name: 'documents for a release',
    address: ({ release }) => `releases/${release}`,
    act: dialog('Add documents'),
    pairs: [
      { action: of('schedule'), hides: [['option', 'Page']], request: add('publish') },
      {
        action: of('find'),
        hides: [['option', 'Page']],
        request: () => ({ path: `${DOCUMENTS}/api.page.page` }),
      },
      { action: of('publish'), hides: [['option', 'Publish']], request: add('publish') },
      { action: of('unpublish'), hides: [['option', 'Unpublish']], request: add('unpublish') },
    ],
  },
  {
    name: 'the releases of a document',
    address: ({ page }) => `types/${PAGE}/${page}`,
    act: async (page) => {
      await page.locator('.head .menu > summary').click();
      await dialog('Add to a release …')(page);
      await page.locator('dialog[open] h2').waitFor();
    },
    pairs: [
      {
        action: onRelease('create'),
        hides: [['option', 'New release']],
        request: ({ newName }) => ({ method: 'POST', path: RELEASES, body: { name: newName() } }),
      },
      {
        action: onChange('read'),
        hides: [['heading', 'Releases with this document'], button('Remove')],
        request: readChanges,
      },
      ...removal(button('Remove')),
      { action: of('publish'), hides: [['option', 'Publish']], request: add('publish') },
      { action: of('unpublish'), hides: [['option', 'Unpublish']], request: add('unpublish') },
    ],
  },
  {
    name: 'scheduled changes',
    address: () => 'scheduled',
    link: 'Scheduled changes',
    pairs: [
      { action: onChange('read'), hides: 'closed', request: readChanges },
      { action: onChange('update'), hides: [button('Change the time')], request: move },
      { action: of('schedule'), hides: [button('Change the time')], request: move },
      ...removal(button('Cancel')),
    ],
  },
  {
    name: 'scheduled changes of releases',
    address: () => 'scheduled?state=open',
    pairs: [
      { action: onRelease('read'), hides: [link('In spring')], request: readReleases },
      ...removal(button('Remove from the release')),
    ],
  },
];

// An application with all plugins that the admin has screens for, and a person whose role changes.
import type { Browser, Page } from 'playwright-core';
import { type AnyPlugin, check, definePlugin } from '../../../core';
import { userWith } from '../../../plugins/admin/tests/admin-app';
import { openAdmin, stateOf } from '../open-admin';
import { PIXEL } from '../pixel';
import { createShop, FAR } from '../shop-with-jobs';
import { type Answer, type HttpRequest, send, valueIn } from './requests';
import { openWebhooks } from './site-webhooks';

export const PAGE = 'api::page.page';
export const AUTHOR = 'api::author.author';
export const TOPIC = 'api::topic.topic';
export const NOTICE = 'api::notice.notice';
export const OPEN = 'plugin::admin.app.open';

const localized = { pluginOptions: { i18n: { localized: true } } };
const CONTENT = {
  contentTypes: [
    {
      info: { singularName: 'page', pluralName: 'pages', displayName: 'Page' },
      options: { draftAndPublish: true },
      pluginOptions: {
        i18n: { localized: true },
        admin: { preview: 'https://example.org/{documentId}?token={token}' },
      },
      attributes: {
        title: { type: 'string', required: true, ...localized },
        notes: { type: 'string', private: true },
        cover: { type: 'media' },
        author: { type: 'relation', relation: 'manyToOne', target: AUTHOR },
        topic: { type: 'relation', relation: 'manyToOne', target: TOPIC },
      },
    },
    {
      info: { singularName: 'author', pluralName: 'authors', displayName: 'Author' },
      attributes: { name: { type: 'string', required: true } },
    },
    {
      info: { singularName: 'topic', pluralName: 'topics', displayName: 'Topic' },
      options: { draftAndPublish: true },
      attributes: { name: { type: 'string', required: true } },
    },
    {
      kind: 'singleType',
      info: { singularName: 'notice', pluralName: 'notices', displayName: 'Notice' },
      attributes: { line: { type: 'string' } },
    },
  ],
} as const;

/** Also plugins without a screen: the admin must not need their actions. */
const PLUGINS = {
  i18n: { config: { locales: ['en', 'de'], defaultLocale: 'en' } },
  upload: true,
  'api-tokens': true,
  history: true,
  jobs: true,
  schedule: true,
  webhooks: { config: { allow: ['127.0.0.1'] } },
  audit: true,
  metrics: true,
  openapi: true,
  transfer: true,
};

/** `{ "api::page": { "controllers": { "page": { "find": { … } } } } }` */
type Tree = Readonly<
  Record<string, { readonly controllers: Readonly<Record<string, Readonly<Record<string, object>>>> }>
>;

/** Has settings in the database. */
const greeter: AnyPlugin = definePlugin({
  name: 'greeter',
  register(app) {
    app.settings(check.object({ greeting: check.optional(check.string(), 'Hi') }));
  },
});

export type Site = Awaited<ReturnType<typeof openSite>>;

export async function openSite(launch: () => Promise<Browser>) {
  // The builder exists in development.
  const shop = createShop();
  const options = { ...CONTENT, env: { NODE_ENV: 'development' }, plugins: [shop.plugin, greeter] };
  const admin = await openAdmin(launch, options, PLUGINS);
  const { app, base, cookie } = admin;

  /** As the administrator. */
  async function set(request: HttpRequest): Promise<unknown> {
    const { status, body } = await send(base, cookie, request);
    if (status >= 400) throw new Error(`${request.path} answers ${status}: ${JSON.stringify(body)}`);
    return body;
  }
  const post = (path: string, body: object) => set({ method: 'POST', path, body });

  const { permissions } = (await set({ path: '/api/users-permissions/permissions' })) as {
    readonly permissions: Tree;
  };
  /** All actions that a role can have. */
  const actions = Object.entries(permissions).flatMap(([owner, { controllers }]) =>
    Object.entries(controllers).flatMap(([controller, verbs]) =>
      Object.keys(verbs).map((verb) => `${owner}.${controller}.${verb}`),
    ),
  );
  const everythingBut = (action: string | null): Tree =>
    Object.fromEntries(
      Object.entries(permissions).map(([owner, { controllers }]) => [
        owner,
        {
          controllers: Object.fromEntries(
            Object.entries(controllers).map(([controller, verbs]) => [
              controller,
              Object.fromEntries(
                Object.keys(verbs).map((verb) => [
                  verb,
                  { enabled: `${owner}.${controller}.${verb}` !== action },
                ]),
              ),
            ]),
          ),
        },
      ]),
    );

  const tester = await userWith(app, 'tess', [OPEN]);
  await userWith(app, 'reader', [OPEN, `${PAGE}.find`]);
  const { roles } = (await set({ path: '/api/users-permissions/roles' })) as {
    readonly roles: readonly { readonly id: number; readonly type: string }[];
  };
  const roleOf = (type: string): number => roles.find((role) => role.type === type)?.id ?? 0;

  let count = 0;
  const pages = app.documents(PAGE);
  const newPage = async (): Promise<string> => {
    const data = { title: `Page ${++count}` };
    return (await pages.create({ data, locale: 'en', status: 'published' } as never)).documentId;
  };
  const newPlan = async (id: string): Promise<number> => {
    const at = `/admin/api/documents/api.page.page/${id}/actions/schedule?locale=en`;
    return Number(valueIn(await post(at, { data: LATER }), 'data', 'id'));
  };
  const newRelease = async (name = `Release ${++count}`): Promise<number> =>
    Number(valueIn(await post('/api/schedule/releases', { name }), 'data', 'id'));
  const newDraft = (): string => `Draft ${++count}`;
  const newCode = (): string => `de-x-${String(++count)}`;
  const newFile = async (): Promise<number> =>
    Number(valueIn(await set({ method: 'POST', path: '/api/upload', form: picture() }), 0, 'id'));
  const folderCalled = async (name: string): Promise<string> =>
    String(
      valueIn(await post('/api/upload/folders', { data: { name, parent: null } }), 'data', 'documentId'),
    );
  const waitingJob = (): Promise<number> => shop.enqueue({ order: ++count }, { at: FAR });
  const cancelledJob = async (): Promise<number> => {
    const id = await waitingJob();
    await post(`/api/jobs/${id}/actions/cancel`, {});
    return id;
  };
  const waiting = await waitingJob();
  const cancelled = await cancelledJob();

  const author = await app.documents(AUTHOR).create({ data: { name: 'Ines Marlow' } });
  const topic = await app.documents(TOPIC).create({ data: { name: 'Water' }, status: 'draft' } as never);
  const cover = await newFile();
  const folder = await folderCalled('Ponds');
  const page = await pages.create({
    data: { title: 'Page one', notes: 'Hush', author: author.documentId, topic: topic.documentId, cover },
    locale: 'en',
    status: 'published',
  } as never);
  const { documentId } = page;
  for (const [locale, title] of [
    ['en', 'Page one, changed'],
    ['de', 'Seite eins'],
  ])
    await pages.update({ documentId, locale, status: 'draft', data: { title } } as never);
  await pages.create({ data: { title: newDraft() }, locale: 'en', status: 'draft' } as never);
  await app.documents(NOTICE).create({ data: { line: 'Open' } });

  await post('/api/api-tokens', token(0));
  await newPlan(documentId);
  const release = await newRelease('In spring');
  await post('/api/schedule/changes', {
    ...{ type: PAGE, documentId, locale: 'en', action: 'publish', release },
  });

  const { receiver, words } = await openWebhooks(set, TOPIC);
  const newestEntry = async (query: string): Promise<number> =>
    Number(valueIn(await set({ path: `/api/audit?${query}` }), 'data', 0, 'id'));

  return {
    admin: {
      ...admin,
      close: async () => {
        await admin.close();
        receiver.close();
      },
    },
    actions,
    ...words,
    /** A page with a change that is not live, and with a German draft. */
    page: documentId,
    /** A page without a German text. */
    english: await newPage(),
    author: author.documentId,
    /** Of the administrator, who has made a token. */
    tokenEntry: await newestEntry('type=plugin::api-tokens.token&actor=user'),
    /** The German draft. */
    pageEntry: await newestEntry(`documentId=${documentId}`),
    /** A role that may open the admin. */
    role: roleOf('reader'),
    newPage,
    newFile,
    folder,
    newFolder: () => folderCalled(`Folder ${++count}`),
    newUser: async () => Number(valueIn(await post('/api/users', user(++count, roleOf('public'))), 'id')),
    newUserBody: () => user(++count, roleOf('public')),
    newToken: async () =>
      String(valueIn(await post('/api/api-tokens', token(++count)), 'data', 'documentId')),
    newTokenBody: () => token(++count),
    newName: () => `Name ${++count}`,
    newDraft,
    newCode,
    newLocale: async () => {
      const code = newCode();
      await post('/api/i18n/locales', { code });
      return code;
    },
    newPlan,
    /** It has the page. */
    release,
    newRelease,
    waiting,
    cancelled,
    waitingJob,
    cancelledJob,
    versionOf: async (id: string) => {
      const path = `/api/history/versions?type=${PAGE}&documentId=${id}&locale=en`;
      return Number(valueIn(await set({ path }), 'data', 0, 'id'));
    },
    /** The role of the person: all actions but this one. */
    take: (action: string | null) =>
      set({
        method: 'PUT',
        path: `/api/users-permissions/roles/${roleOf('tess')}`,
        body: { permissions: everythingBut(action) },
      }),
    /** As the person. */
    ask: (request: HttpRequest): Promise<Answer> => send(base, tester, request),
    open: (): Promise<Page> => admin.newPage({ storageState: stateOf(tester), locale: 'en-GB' }),
  };
}

export const LATER = { action: 'publish', at: '2121-07-03T04:05:00.000Z' };

const user = (count: number, role: number) => ({
  username: `user ${count}`,
  email: `user${count}@example.org`,
  password: 'Passw0rd!',
  confirmed: true,
  role,
});

const token = (count: number) => ({ name: `token ${count}`, type: 'read-only', lifespan: null });

export function picture(): FormData {
  const form = new FormData();
  form.append('files', new Blob([PIXEL], { type: 'image/png' }), 'pond.png');
  return form;
}

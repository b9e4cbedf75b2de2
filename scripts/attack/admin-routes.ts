// Routes of the admin with a call that succeeds in a session with all permissions. An attack changes the call; the same call, unchanged, shows
// that the change was the reason of the refusal.
import { makeUser } from '../../conformance/cases/accounts';
import { isObject } from '../../conformance/read-only/learned-type';
import { valueAt } from '../../conformance/wire/captures';
import { type Call, NotPossible } from './ask';
import type { Subject } from './learn';
import type { Site } from './site';

/** As a page of the server sends it. */
export const PAGE = { 'quire-admin': '1', 'sec-fetch-site': 'same-origin' };
const OPEN = 'plugin::admin.app.open';

/** `subject`: a type with drafts, so that its documents have preview links. */
export interface Place {
  readonly subject: Subject;
  readonly uid: string;
  readonly documentId: string;
  /** Of a session with all permissions of the routes. */
  readonly cookie: string;
  /** Of a session that may open the admin, and nothing else. */
  readonly weakCookie: string;
  /** The role of the first session. */
  readonly role: unknown;
  /** A definition file of config/; null: there is none, or the deployment is not in development. */
  readonly file: object | null;
}

export const inAdmin = (call: Call): Call => ({
  ...call,
  path: `/admin/api${call.path}`,
  from: 'root',
  as: 'anonymous',
});
const inApi = (site: Site, call: Call): Call => ({
  ...call,
  path: `${site.target.prefix}${call.path}`,
  from: 'root',
  as: 'anonymous',
});

export const documentsOf = (uid: string): string => `/documents/${uid.replace('::', '.')}`;
export const linksOf = (site: Site, { subject }: Place, id: string): Call =>
  inApi(site, { method: 'POST', path: `/${subject.path}/${id}/preview-links`, body: {} });

/** A call may need something that the last one has used up. */
export type SoundCall = (place: Place, site: Site) => Call | Promise<Call>;

export const ROUTES: Readonly<Record<string, SoundCall>> = {
  presence: ({ uid, documentId }) => inAdmin({ path: `/presence/${uid}/${documentId}` }),
  'views.list': ({ uid }) => inAdmin({ path: `/views/${uid}` }),
  'views.put': ({ uid }) => inAdmin({ method: 'PUT', path: `/views/${uid}`, body: VIEW }),
  async 'views.delete'({ uid, cookie }, site) {
    const call = inAdmin({ method: 'PUT', path: `/views/${uid}`, body: VIEW, headers: { ...PAGE, cookie } });
    const made = await site.ask(call);
    return inAdmin({ method: 'DELETE', path: `/views/${uid}/${valueAt(made.body, 'data.id')}` });
  },
  explain: ({ uid }, site) =>
    inAdmin({ path: `/explain?user=${site.account('strong').id}&action=${uid}.find` }),
  'as-role': ({ role }) => inAdmin({ path: '/model', headers: { 'quire-as-role': String(role) } }),
  'documents.create': ({ uid, subject }, site) =>
    inAdmin({
      method: 'POST',
      path: `${documentsOf(uid)}?status=draft`,
      body: { data: subject.sample(site.mark()) },
    }),
  'preview-link': (place, site) => linksOf(site, place, place.documentId),
  'builder.read': (place) => inBuilder(place, { path: '/builder' }),
  'builder.plan': (place) =>
    inBuilder(place, {
      method: 'POST',
      path: '/builder/plan',
      body: { files: [{ ...place.file, etag: undefined }] },
    }),
  // The text stays the same.
  'builder.write': (place) =>
    inBuilder(place, {
      method: 'PUT',
      path: '/builder/files',
      body: { files: [place.file], confirmed: true },
    }),
};

const VIEW = { name: 'attack', shared: true, words: {} };

function inBuilder({ file }: Place, call: Call): Call {
  if (file === null)
    throw new NotPossible('the deployment is not in development, or has no definition file in config/');
  return inAdmin(call);
}

/** Sends the call with all permissions. Returns why it does not succeed; null: it does. */
export async function unsoundCall(call: Call, place: Place, site: Site): Promise<string | null> {
  const headers = { ...call.headers, ...PAGE, cookie: place.cookie };
  const [status, text = ''] = call.path.includes('/presence/')
    ? [await streamStatus(`${site.target.url}${call.path}`, headers)]
    : await site.ask({ ...call, headers }).then(({ status: found, body, text: said }): [number, string] => {
        removeLater(site, place, body);
        return [found, said];
      });
  return status >= 200 && status < 300
    ? null
    : `the sound request ${call.method ?? 'GET'} ${call.path} answers ${status}: ${text.slice(0, 300)}`;
}

/** A stream has no end. */
async function streamStatus(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const { status, body } = await fetch(url, { headers });
  await body?.cancel();
  return status;
}

function removeLater(site: Site, { subject }: Place, body: unknown): void {
  const documentId = valueAt(body, 'data.documentId');
  if (typeof documentId === 'string')
    site.bench.afterwards({
      send: 'DELETE',
      path: `/${subject.path}/${documentId}`,
      expect: { status: 'any' },
    });
}

/** The first type whose documents have preview links, and one of them. */
async function subjectIn(site: Site): Promise<Pick<Place, 'subject' | 'uid' | 'documentId'> | null> {
  for (const subject of site.subjects) {
    const { uid, path } = subject;
    if (uid === null) continue;
    const { documentId } = await site.create(subject);
    const link = { method: 'POST', path: `/${path}/${documentId}/preview-links`, body: {} };
    if ((await site.ask(link)).status === 201) return { subject, uid, documentId };
  }
  return null;
}

/** A text says why the deployment has no such place. */
export async function placeIn(site: Site): Promise<Place | string> {
  const found = await subjectIn(site);
  if (found === null) return 'the deployment has no content type with preview links';
  const { uid } = found;
  const verbs = ['find', 'findOne', 'create', 'readDraft', 'previewLink'].map((verb) => `${uid}.${verb}`);
  const roles = ['role.findOne', 'user.findOne'].map((verb) => `plugin::users-permissions.${verb}`);
  const own = ['view.share', 'role.preview', 'builder.use'].map((name) => `plugin::admin.${name}`);
  await makeUser(site.bench, 'strong', [OPEN, ...own, ...roles, ...verbs]);
  await makeUser(site.bench, 'opener', [OPEN]);
  const cookie = await cookieOf(site, 'strong');
  const weakCookie = await cookieOf(site, 'opener');
  if (cookie === null || weakCookie === null) return 'the admin refuses a login';
  const headers = { ...PAGE, cookie };
  const { body } = await site.ask(inAdmin({ path: '/builder', headers }));
  const files = valueAt(body, 'data.files');
  // Files behind a link are not written.
  const [file] = Array.isArray(files)
    ? files.filter(isObject).filter(({ path }) => String(path).startsWith('config/'))
    : [];
  const listed = await site.ask({ path: '/users-permissions/roles' });
  const all = valueAt(listed.body, 'roles');
  const role = Array.isArray(all)
    ? all.find((one) => valueAt(one, 'name') === site.account('strong').name)
    : undefined;
  return {
    ...{ ...found, cookie, weakCookie, role: valueAt(role, 'id') },
    file: file ? { path: file.path, text: file.text, etag: file.etag } : null,
  };
}

async function cookieOf(site: Site, alias: string): Promise<string | null> {
  const { email, password } = site.account(alias);
  const body = { identifier: email, password };
  const login = await site.ask(inAdmin({ method: 'POST', path: '/login', body, headers: PAGE }));
  const set = String(login.answer?.headers['set-cookie'] ?? '');
  return login.status === 200 ? (/^[^;=]+=[\w-]{43}/.exec(set)?.[0] ?? null) : null;
}

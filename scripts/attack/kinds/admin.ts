// The API of the admin: requests without a session, from other pages, without the permission, and with forged ids. The API is
// for pages of this server that have a session.
import { makeUser } from '../../../conformance/cases/accounts';
import type { Call, Exchange } from '../ask';
import { NotPossible } from '../ask';
import { type Attack, breach, type Kind } from '../attack';
import type { Subject } from '../learn';
import type { Site } from '../site';

const PAGE = { 'quire-admin': '1', 'sec-fetch-site': 'same-origin' };
const OPEN = 'plugin::admin.app.open';
const EVIL = 'https://evil.attack.test';
const RANDOM = 'A'.repeat(43);
const TOLD = 'The admin answers a page of this server that has a session. All other requests are refused.';
const LIMITED = 'A session without the permission of a route is refused.';
const FORGED = 'A forged id gets an error, never a document and never a 500.';

/** `subject`: a type that the session may not read. */
interface Place {
  readonly subject: Subject;
  readonly documentId: string;
  /** Of a session that may open the admin, and nothing else. */
  readonly cookie: string;
}

const VIEW = { name: 'attack', shared: true, words: {} };
const FILE = { path: 'config/content-types/attack.json', text: '{}' };

const ROUTES: Readonly<Record<string, (place: Place) => Call>> = {
  presence: ({ subject, documentId }) => ({ path: `/presence/${subject.uid}/${documentId}` }),
  'views.list': ({ subject }) => ({ path: `/views/${subject.uid}` }),
  'views.put': ({ subject }) => ({ method: 'PUT', path: `/views/${subject.uid}`, body: VIEW }),
  'views.delete': ({ subject }) => ({ method: 'DELETE', path: `/views/${subject.uid}/1` }),
  explain: ({ subject }) => ({ path: `/explain?user=1&action=${subject.uid}.find` }),
  'as-role': () => ({ path: '/model', headers: { 'quire-as-role': '1' } }),
  'as-role.write': ({ subject }) => ({
    ...{ method: 'POST', path: documentsOf(subject), body: { data: {} } },
    headers: { 'quire-as-role': '1' },
  }),
  'preview-link': ({ subject, documentId }) => ({
    ...{ method: 'POST', path: `${documentsOf(subject)}/${documentId}/preview-links`, body: {} },
  }),
  'builder.read': () => ({ path: '/builder' }),
  'builder.plan': () => ({ method: 'POST', path: '/builder/plan', body: { files: [FILE] } }),
  'builder.write': () => ({
    method: 'PUT',
    path: '/builder/files',
    body: { files: [FILE], confirmed: true },
  }),
};

const documentsOf = ({ uid }: Subject): string => `/documents/${uid?.replace('::', '.')}`;

/** Headers of requests that no page of the server sends, or that have no session. */
const STRANGERS: Readonly<Record<string, (cookie: string) => Readonly<Record<string, string>>>> = {
  'no-session': () => PAGE,
  'no-header': (cookie) => ({ cookie }),
  'header-twice': (cookie) => ({ cookie, ...PAGE, 'quire-admin': '1, 1' }),
  'other-site': (cookie) => ({ cookie, ...PAGE, 'sec-fetch-site': 'cross-site' }),
  'same-site': (cookie) => ({ cookie, ...PAGE, 'sec-fetch-site': 'same-site' }),
  'other-origin': (cookie) => ({ cookie, 'quire-admin': '1', origin: EVIL }),
  'null-origin': (cookie) => ({ cookie, 'quire-admin': '1', origin: 'null' }),
  'no-origin': (cookie) => ({ cookie, 'quire-admin': '1' }),
  'forged-cookie': (cookie) => ({ ...PAGE, cookie: `${cookie.split('=')[0]}=${RANDOM}` }),
  'other-name': (cookie) => ({ ...PAGE, cookie: `quire=${cookie.split('=')[1]}` }),
};

const IDS: Readonly<Record<string, string>> = {
  quote: "x'%20OR%20'1'='1",
  dots: '..%2F..%2Fmodel',
  nul: 'x%00',
  long: 'x'.repeat(4_000),
  star: '*',
  operator: '%7B%22$ne%22:null%7D',
  number: '99999999999999999999',
};

export const admin: Kind = {
  name: 'admin',
  summary: 'requests to the admin without a session, from other pages, without a permission, with forged ids',
  absence: (site) => (site.isOn('auth') ? null : 'the deployment has no users'),
  async attacks(site) {
    const place = await placeIn(site);
    const routes = Object.entries(ROUTES);
    return [
      ...routes.flatMap(([route, call]) => [
        ...Object.entries(STRANGERS).map(([id, headers]) =>
          attack(`${id}.${route}`, TOLD, place, (found) => withHeaders(call(found), headers(found.cookie))),
        ),
        attack(`no-permission.${route}`, LIMITED, place, (found) =>
          withHeaders(call(found), { ...PAGE, cookie: found.cookie }),
        ),
      ]),
      ...Object.entries(IDS).flatMap(([id, text]) =>
        ['presence', 'views.delete', 'preview-link'].map((route) =>
          attack(`id.${id}.${route}`, FORGED, place, (found) =>
            withHeaders(pathOf(route, found, text), { ...PAGE, cookie: found.cookie }),
          ),
        ),
      ),
      ...Object.entries(IDS).map(([id, text]) =>
        attack(`id.${id}.as-role`, FORGED, place, ({ cookie }) => ({
          ...{
            path: '/model',
            headers: { ...PAGE, cookie, 'quire-as-role': decodeURIComponent(text).replace('\0', '') },
          },
        })),
      ),
    ];
  },
};

const pathOf = (route: string, { subject }: Place, id: string): Call =>
  route === 'presence'
    ? { path: `/presence/${subject.uid}/${id}` }
    : route === 'views.delete'
      ? { method: 'DELETE', path: `/views/${subject.uid}/${id}` }
      : { method: 'POST', path: `${documentsOf(subject)}/${id}/preview-links`, body: {} };

const withHeaders = (call: Call, headers: Readonly<Record<string, string>>): Call => ({
  ...call,
  headers: { ...call.headers, ...headers },
});

/** A page without the admin skips all of them. */
async function placeIn(site: Site): Promise<Place | string> {
  const [subject] = site.subjects.filter(({ uid }) => uid !== null);
  if (!subject) return 'the deployment has no content type';
  await makeUser(site.bench, 'opener', [OPEN]);
  const { email, password } = site.account('opener');
  const body = { identifier: email, password };
  const login = await site.ask({ ...inAdmin({ method: 'POST', path: '/login', body, headers: PAGE }) });
  const set = String(login.answer?.headers['set-cookie'] ?? '');
  const cookie = /^[^;=]+=[\w-]{43}/.exec(set)?.[0];
  if (login.status !== 200 || cookie === undefined) return `the admin answers ${login.status} to a login`;
  // The sound request beside the refused ones.
  const sound = await site.ask(inAdmin({ path: '/model', headers: { ...PAGE, cookie } }));
  if (sound.status !== 200) return `the admin answers ${sound.status} to its own page`;
  const { documentId } = await site.create(subject);
  return { subject, documentId, cookie };
}

const inAdmin = (call: Call): Call => ({
  ...call,
  path: `/admin/api${call.path}`,
  from: 'root',
  as: 'anonymous',
});

function attack(id: string, rule: string, place: Place | string, call: (place: Place) => Call): Attack {
  return {
    id,
    severity: 'high',
    rule,
    async ask(site) {
      if (typeof place === 'string') throw new NotPossible(place);
      const asked = await site.ask(inAdmin(call(place)));
      const what = harmIn(asked);
      return what === null ? null : breach(what, asked);
    },
  };
}

/** A silent connection is a stream that was opened. Addresses without a route show the page, which is for everyone. */
function harmIn({ answer, status, silence }: Exchange): string | null {
  if (answer === null) return `the deployment gave no answer: ${silence}`;
  if (status === 200 && String(answer.headers['content-type']).startsWith('text/html')) return null;
  return status >= 400 && status < 500 ? null : `the answer is ${status}`;
}

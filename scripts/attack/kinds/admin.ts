// The API of the admin: requests without a session, from other pages, without the permission, and with forged ids. The API is
// for pages of this server that have a session.
import {
  inAdmin,
  linksOf,
  PAGE,
  type Place,
  placeIn,
  ROUTES,
  type SoundCall,
  unsoundCall,
} from '../admin-routes';
import { type Call, type Exchange, NotPossible } from '../ask';
import { type Attack, breach, type Kind } from '../attack';
import type { Site } from '../site';

const EVIL = 'https://evil.attack.test';
const RANDOM = 'A'.repeat(43);
const TOLD = 'The admin answers a page of this server that has a session. All other requests are refused.';
const LIMITED = 'A session without the permission of a route is refused.';
const SEEN = 'A session that sees the admin as another role writes nothing.';
const FORGED = 'A forged id gets an error, never a document and never a 500.';

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

/** Routes that take an id, with the forged one. */
const WITH_ID: Readonly<Record<string, (place: Place, id: string, site: Site) => Call>> = {
  presence: ({ uid }, id) => inAdmin({ path: `/presence/${uid}/${id}` }),
  'views.delete': ({ uid }, id) => inAdmin({ method: 'DELETE', path: `/views/${uid}/${id}` }),
  'preview-link': (place, id, site) => linksOf(site, place, id),
  'as-role': (_place, id) => {
    const role = decodeURIComponent(id).replace('\0', '');
    return inAdmin({ path: '/model', headers: { 'quire-as-role': role } });
  },
};

export const admin: Kind = {
  name: 'admin',
  summary: 'requests to the admin without a session, from other pages, without a permission, with forged ids',
  absence: (site) => (site.isOn('auth') ? null : 'the deployment has no users'),
  async attacks(site) {
    const place = await placeIn(site);
    const routes = Object.entries(ROUTES);
    const ids = Object.entries(IDS);
    return [
      ...routes.flatMap(([route, sound]) => [
        ...Object.entries(STRANGERS).map(([id, headers]) =>
          attack(`${id}.${route}`, TOLD, {
            place,
            sound,
            changed: (call, { cookie }) => withHeaders(call, headers(cookie)),
          }),
        ),
        attack(`no-permission.${route}`, LIMITED, {
          ...{ place, sound },
          changed: (call, { weakCookie }) => withHeaders(call, { ...PAGE, cookie: weakCookie }),
        }),
      ]),
      attack('as-role.write', SEEN, {
        ...{ place, sound: ROUTES['documents.create'] },
        changed: (call, { cookie, role }) =>
          withHeaders(call, { ...PAGE, cookie, 'quire-as-role': String(role) }),
      }),
      ...Object.entries(WITH_ID).flatMap(([route, forged]) =>
        ids.map(([id, text]) =>
          attack(`id.${id}.${route}`, FORGED, {
            ...{ place, sound: ROUTES[route] },
            changed: (_call, found) =>
              withHeaders(forged(found, text, site), { ...PAGE, cookie: found.cookie }),
          }),
        ),
      ),
    ];
  },
};

const withHeaders = (call: Call, headers: Readonly<Record<string, string>>): Call => ({
  ...call,
  headers: { ...call.headers, ...headers },
});

interface Changed {
  readonly place: Place | string;
  readonly sound: SoundCall | undefined;
  readonly changed: (call: Call, place: Place) => Call;
}

/** The refused request first: it must find what the sound one uses up. */
function attack(id: string, rule: string, { place, sound, changed }: Changed): Attack {
  return {
    id,
    severity: 'high',
    rule,
    async ask(site) {
      if (typeof place === 'string' || !sound) throw new NotPossible(String(place));
      const call = await sound(place, site);
      const asked = await site.ask(changed(call, place));
      const what = harmIn(asked);
      if (what !== null) return breach(what, asked);
      const unsound = await unsoundCall(call, place, site);
      if (unsound !== null) throw new Error(unsound);
      return null;
    },
  };
}

/** A silent connection is a stream that was opened. */
function harmIn({ answer, status, silence }: Exchange): string | null {
  if (answer === null) return `the deployment gave no answer: ${silence}`;
  return status >= 400 && status < 500 ? null : `the answer is ${status}`;
}

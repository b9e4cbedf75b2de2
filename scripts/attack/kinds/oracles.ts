// Oracles: two guesses of a hidden value, one right and one wrong, in every way to ask. The answers must be equal.
import { type Exchange, NotPossible } from '../ask';
import { type Attack, breach, type Kind } from '../attack';
import { listFieldOf } from '../learn';
import type { Site } from '../site';
import { type HiddenDocument, type HiddenPlace, hide, unknownId } from './hidden-places';
import {
  FILTER_FORMS,
  type Form,
  GRAPHQL_FILTER_FORMS,
  GRAPHQL_SHOW_FORMS,
  SHOW_FORMS,
  SORT_FORMS,
} from './oracle-forms';

const EQUAL = 'A right and a wrong guess of a hidden value get equal answers.';
const SHOWN = 'No answer shows a hidden value.';
const UNKNOWN = 'A document that the caller may not see answers like an unknown one.';

export const oracles: Kind = {
  name: 'oracles',
  summary: 'pairs of guesses of hidden values: filters, sort, populate, search, GraphQL',
  async attacks(site) {
    const { places, documents, failures } = await hide(site);
    const some = <T>(list: readonly T[]): readonly T[] =>
      site.isShort ? list.filter(() => site.dice.once(3)) : list;
    return places
      .flatMap((place) => [
        ...some(FILTER_FORMS).map((form) => pair(place, form, [place.right, place.wrong])),
        ...some(SORT_FORMS)
          .map((form) => pair(place, form, ['asc', 'desc']))
          .filter(() => !place.isRow),
        ...SHOW_FORMS.map((form) => show(place, form)),
        ...(site.isOn('graphql') && place.at !== '/users'
          ? [
              ...some(GRAPHQL_FILTER_FORMS).map((form) => pair(place, form, [place.right, place.wrong])),
              ...GRAPHQL_SHOW_FORMS.map((form) => show(place, form)),
            ]
          : []),
      ])
      .concat(documents.flatMap(touches))
      .concat(failures.map(impossible));
  },
};

const impossible = ({ id, why }: { readonly id: string; readonly why: string }): Attack => ({
  id,
  severity: 'high',
  rule: EQUAL,
  ask: () => Promise.reject(new NotPossible(why)),
});

function pair(place: HiddenPlace, form: Form, guesses: readonly [string, string]): Attack {
  return {
    id: `${place.id}.${form.id}`,
    severity: 'high',
    rule: EQUAL,
    async ask(site) {
      const right = await send(site, place, form, guesses[0]);
      const wrong = await send(site, place, form, guesses[1]);
      if (withoutEcho(right, guesses[0]) === withoutEcho(wrong, guesses[1])) return null;
      return breach(`${summary(right)} for one guess, ${summary(wrong)} for the other`, right, wrong);
    },
  };
}

function show(place: HiddenPlace, form: Form): Attack {
  return {
    id: `${place.id}.show-${form.id}`,
    severity: 'high',
    rule: SHOWN,
    async ask(site) {
      const asked = await send(site, place, form, '');
      // Hashes of passwords begin like this.
      const isShown = asked.text.includes(place.right) || /"\$(scrypt|2[aby]|argon2)\w*\$/.test(asked.text);
      return isShown ? breach(`the answer contains the value of ${place.path}`, asked) : null;
    },
  };
}

function send(site: Site, place: HiddenPlace, form: Form, guess: string): Promise<Exchange> {
  const { as, at, path } = place;
  const list = listFieldOf(at.slice(1));
  const text = form.of({ path, list }, guess);
  return form.id.startsWith('graphql')
    ? site.ask({ method: 'POST', path: site.target.graphql, from: 'root', as, body: { query: text } })
    : site.ask({ path: `${at}?${text}`, as });
}

/** A read or a write of one document that the caller may not see, and of an unknown one. */
const TOUCHES: readonly (readonly [id: string, method: string, suffix: string, body?: unknown])[] = [
  ['get', 'GET', ''],
  ['get-populated', 'GET', '?populate=*'],
  ['put', 'PUT', '', { data: {} }],
  ['put-invalid', 'PUT', '', { data: { nope: 1 } }],
  ['delete', 'DELETE', ''],
  ['publish', 'POST', '/actions/publish', {}],
];

function touches({ id, as, at, documentId }: HiddenDocument): Attack[] {
  return TOUCHES.map(([name, method, suffix, body]) => ({
    id: `${id}.${name}`,
    severity: 'medium',
    rule: UNKNOWN,
    async ask(site) {
      const unknown = unknownId(documentId);
      const known = await site.ask({ method, path: `${at}/${documentId}${suffix}`, as, body });
      const other = await site.ask({ method, path: `${at}/${unknown}${suffix}`, as, body });
      if (withoutEcho(known, documentId) === withoutEcho(other, unknown)) return null;
      return breach(`${summary(known)} for the hidden document, ${summary(other)} for none`, known, other);
    },
  }));
}

const DIFFERENT = new Set(['date', 'x-request-id', 'x-ratelimit-remaining', 'x-ratelimit-reset']);

/** The whole answer except its time, its id and the guess. */
function withoutEcho({ answer, silence }: Exchange, guess: string): string {
  if (answer === null) return `silence: ${silence}`;
  const headers = Object.entries(answer.headers).filter(([name]) => !DIFFERENT.has(name));
  // `asc` and `desc` differ in length.
  const compared = headers.filter(([name]) => name !== 'content-length' && name !== 'etag');
  const echo = [guess, guess.slice(0, -1), guess.slice(0, -6)].filter((word) => word.length >= 3);
  const text = echo.reduce((rest, word) => rest.replaceAll(word, '…'), answer.text);
  return `${answer.status} ${JSON.stringify(compared)} ${text}`;
}

const summary = ({ status, text }: Exchange): string => `${status} ${text.slice(0, 120)}`;

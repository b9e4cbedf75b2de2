// Parsers: values that a type cannot hold, for every attribute × operator, in bodies, in paths, and in bodies of accounts.
import { type Call, unsound } from '../ask';
import { type Attack, breach, type Kind } from '../attack';
import type { Subject } from '../learn';
import type { Site } from '../site';
import {
  ACCOUNT_VALUES,
  BODIES,
  BODY_VALUES,
  CONTENT_TYPES,
  GRAPHQL_BODIES,
  GRAPHQL_OPERATORS,
  LITERALS,
  OPERATORS,
  PATHS,
  QUERIES,
  QUERY_VALUES,
  TAKE_LISTS,
} from './parser-values';

const RULE = 'Every value gets an answer below 500.';

const ACCOUNT_ROUTES: readonly (readonly [path: string, keys: readonly string[]])[] = [
  ['/auth/local', ['identifier', 'password']],
  ['/auth/local/register', ['username', 'email', 'password']],
  ['/auth/forgot-password', ['email']],
  ['/auth/reset-password', ['code', 'password', 'passwordConfirmation']],
  ['/auth/send-email-confirmation', ['email']],
  ['/auth/change-password', ['currentPassword', 'password', 'passwordConfirmation']],
];

/** All of a list, or one in `share` of it in the short form. */
type Some = <T>(list: readonly T[], share: number) => readonly T[];

export const parsers: Kind = {
  name: 'parsers',
  summary: 'NUL, surrogates, huge numbers and wrong shapes, for every attribute and operator',
  attacks(site) {
    const some: Some = (list, share) => (site.isShort ? list.filter(() => site.dice.once(share)) : list);
    return [
      ...site.subjects.flatMap((subject) => [
        ...filtersOf(site, subject, some),
        ...bodiesOf(subject, some),
        ...queriesOf(subject, some),
      ]),
      ...wholeBodies(site),
      ...(site.isOn('auth') ? accounts(some) : []),
      ...(site.isOn('graphql') ? graphqls(site, some) : []),
    ];
  },
};

function asking(id: string, call: Call): Attack {
  return {
    id: id.slice(0, 120),
    severity: 'medium',
    rule: RULE,
    async ask(site) {
      const asked = await site.ask(call);
      const made = /"documentId":"(\w+)"/.exec(asked.text)?.[1];
      const isNew = call.method === 'POST' && asked.status === 201 && made !== undefined;
      if (isNew) site.bench.afterwards({ send: 'DELETE', path: `${call.path}/${made}` });
      const wrong = unsound(asked);
      return wrong === null ? null : breach(wrong, asked);
    },
  };
}

/** Every attribute × operator, also through a relation. */
function filtersOf(site: Site, subject: Subject, some: Some): Attack[] {
  const names = ['id', 'documentId', 'createdAt', ...Object.keys(subject.inputs)];
  const [relation] = Object.keys(subject.relations);
  const through =
    relation === undefined ? [] : [`[${relation}][id]`, `[${relation}][documentId]`, `[${relation}]`];
  const places = [...names.map((name) => `[${name}]`), ...through];
  // The short form asks one value of each attribute × operator.
  const values = (): readonly string[] => (site.isShort ? [site.dice.pick(QUERY_VALUES)] : QUERY_VALUES);
  return some(places, 2).flatMap((place) =>
    OPERATORS.flatMap((operator) =>
      values().map((value) => {
        const key = `filters${place}${operator === '' ? '' : `[${operator}]`}`;
        const query = TAKE_LISTS.includes(operator)
          ? `${key}[0]=${value}&${key}[1]=${value}`
          : `${key}=${value}`;
        return asking(`${subject.path}.filter${place}.${operator}.${value}`, {
          path: `/${subject.path}?${query}`,
        });
      }),
    ),
  );
}

function queriesOf({ path: type }: Subject, some: Some): Attack[] {
  return [
    ...some(QUERIES, 4).map((query) => asking(`${type}.query.${query}`, { path: `/${type}?${query}` })),
    ...some(PATHS, 4).flatMap((path) =>
      [{ method: 'GET' }, { method: 'PUT', body: { data: {} } }, { method: 'DELETE' }].map((call) =>
        asking(`${type}.path.${call.method}.${path}`, { ...call, path: `/${type}/${path}` }),
      ),
    ),
  ];
}

function bodiesOf(subject: Subject, some: Some): Attack[] {
  const path = `/${subject.path}`;
  const sample = JSON.stringify(subject.sample('parser')).slice(1, -1);
  const before = sample === '' ? '' : `${sample},`;
  return [...Object.keys(subject.inputs), ...Object.keys(subject.relations)].flatMap((name) =>
    some(BODY_VALUES, 6).map((value) => {
      const raw = `{"data":{${before}${JSON.stringify(name)}:${value}}}`;
      return asking(`${subject.path}.body.${name}.${value}`, { method: 'POST', path, raw });
    }),
  );
}

function wholeBodies(site: Site): Attack[] {
  const common = { method: 'POST', path: `/${site.subjects[0]?.path}` };
  return [
    ...BODIES.map((raw) => asking(`bodies.${raw}`, { ...common, raw })),
    ...CONTENT_TYPES.map((type) =>
      asking(`content-types.${type}`, { ...common, raw: '{"data":{}}', headers: { 'content-type': type } }),
    ),
  ];
}

function accounts(some: Some): Attack[] {
  return ACCOUNT_ROUTES.flatMap(([path, keys]) =>
    keys.flatMap((key) =>
      some(ACCOUNT_VALUES, 3).map((value, index) => {
        const sound = Object.fromEntries(
          keys.map((name) => [name, name === 'email' ? 'nobody@attack.test' : 'Wrong-1-password']),
        );
        const as = path.endsWith('change-password') ? 'mallory' : 'anonymous';
        return asking(`accounts.${path}.${key}.${index}`, {
          method: 'POST',
          path,
          as,
          body: { ...sound, [key]: value },
        });
      }),
    ),
  );
}

function graphqls(site: Site, some: Some): Attack[] {
  const send = (id: string, body: object): Attack =>
    asking(`graphql.${id}`, { method: 'POST', path: site.target.graphql, from: 'root', body });
  return [
    ...site.subjects.flatMap(({ path, list, inputs }) =>
      ['documentId', ...Object.keys(inputs)].flatMap((name) =>
        some(LITERALS, 6).flatMap((literal) =>
          GRAPHQL_OPERATORS.map((operator) => {
            const value = TAKE_LISTS.includes(`$${operator}`) ? `[${literal}, ${literal}]` : literal;
            const query = `{ ${list}(filters: { ${name}: { ${operator}: ${value} } }) { documentId } }`;
            return send(`${path}.${name}.${operator}.${literal}`, { query });
          }),
        ),
      ),
    ),
    ...Object.entries(GRAPHQL_BODIES).flatMap(([member, values]) =>
      values.map((value, index) =>
        send(`${member}.${index}`, { query: 'query A { __typename }', [member]: value }),
      ),
    ),
  ];
}

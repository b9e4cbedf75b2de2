// Writes of a plugin of the application: values that the plugin sets, its mistakes, and follow-ups.
import { HOOKED } from '../application-plugins';
import { check, get, INVALID, made, named, post, put } from '../build';
import type { Case, Expectation, Step } from '../case';
import { answers, counts, returns, throws } from '../document-plugin';
import { is, type Pattern } from '../pattern';

const deploy = { deploy: HOOKED };
const STAMPED = '/stampeds/{s.documentId}';
const POPULATED = 'populate[0]=tag&populate[1]=tags&populate[2]=shell.core&populate[3]=shells.cores';

/** Changes of a body that a plugin tries. The plugin stores the names of the changes that raised no error. */
const TRIES: readonly (readonly [name: string, code: string])[] = [
  ['the body', 'data.name = 1'],
  ['a new key', 'data.other = 1'],
  ['a component', 'data.shell.label = 1'],
  ['a component in a component', 'data.shell.core.label = 1'],
  ['an entry', 'data.shells[0].label = 1'],
  ['the second entry', 'data.shells[1].cores[1].label = 1'],
  ['a list', 'data.shells.push({})'],
  ['a length', 'data.shells.length = 0'],
  ['a delete', 'delete data.shell.label'],
  ['a definition', 'Object.defineProperty(data.shell, "label", { value: 1 })'],
  ['a prototype', 'Object.setPrototypeOf(data.shell, null)'],
  ['extensions', 'Object.preventExtensions(data.shell)'],
];
const TRIED = `
  const { data } = action;
  const done = [];
  const attempt = (name, change) => { try { change(); done.push(name); } catch {} };
  ${TRIES.map(([name, code]) => `attempt('${name}', () => { ${code} });`).join('\n')}
  if (data.shell !== data.shell) done.push('two views of one object');
  action.set('source', 'done: ' + done.join());`;
const SENT = {
  name: '{mark}',
  shell: { label: 'a', core: { label: 'b' } },
  shells: [{ label: 'c' }, { cores: [{ label: 'd' }, { label: 'e' }] }],
};

const SETS = `
  action.set('source', 'plugin');
  action.set('name', action.values().name + ' set');
  action.set('n', 5);
  action.set('n', action.values().n + 1);
  action.set('tag', '{t.documentId}');
  action.set('tags', ['{u.documentId}', '{t.documentId}']);
  action.set('shell', { label: 'own', core: { label: 'inner' } });`;
const SET: Pattern = {
  ...{ name: '{mark} set', source: 'plugin', n: 6, tag: { name: 't' } },
  tags: [{ name: 'u' }, { name: 't' }],
  shell: { label: 'own', core: { label: 'inner' } },
  shells: [{ label: 'sent', cores: [] }],
};

/** Adds a follow-up before the one that publishes. It puts the tag `v` before the others, and removes `w`. */
const CHANGES_DRAFT = `
  if (action.data.title)
    action.followUps.unshift({ name: 'follow', run: () => app.documents('api::article.article').update({
      documentId: action.documentId, status: 'draft', data: { summary: 'followed',
        tags: { connect: [{ documentId: '{v.documentId}', position: { start: true } }], disconnect: ['{w.documentId}'] } } }) });`;

const register = (username: string, mail: string, expect: Expectation): Step => ({
  ...{ send: 'POST', path: '/auth/local/register', as: 'anonymous', expect },
  body: { username, email: `{mark}-${mail}@conform.test`, password: 'Passw0rd!x' },
});

export const quirePluginCallCases: readonly Case[] = [
  check(
    'quire.events',
    {},
    [
      put('/setting', { siteName: '{mark}' }, { status: 200 }),
      // A single type has one document.
      answers(
        'setting',
        'create',
        { data: { siteName: 'second' } },
        { status: 409, error: { name: 'ConflictError' } },
      ),
      get('/setting', { data: { siteName: '{mark}' } }),
    ],
    { ...deploy, name: 'a second document of a single type' },
  ),
  check(
    'quire.events',
    {},
    [
      register('{mark}', 'a', { status: 200 }),
      // The plugin gives this account the name of the other.
      register('{mark}-renamed', 'b', {
        status: 400,
        error: { name: 'ApplicationError', message: is.matching('already taken') },
      }),
      register('{mark}-other', 'b', { status: 200 }),
    ],
    { ...deploy, name: 'an account with a name that the plugin sets' },
  ),
  check(
    'quire.events',
    { t: named('/tags', 't'), u: named('/tags', 'u') },
    [
      returns(
        'stamped',
        'create',
        { data: { name: '{mark}', n: 2, shells: [{ label: 'sent' }], shell: { label: 'sent' } } },
        { source: 'plugin', n: 6 },
        { prepare: SETS },
      ),
      get('/stampeds?filters[name]={mark} set', {}, { save: { s: 'body.data.0' } }),
      get(`${STAMPED}?${POPULATED}`, { data: SET }),
      // An update that a plugin does not change keeps what the plugin has set.
      put(STAMPED, { n: 9 }, { data: { n: 9, source: 'plugin' } }),
      returns(
        'stamped',
        'update',
        { documentId: '{s.documentId}', data: { tags: ['{t.documentId}'] } },
        { source: null, n: 9 },
        {
          prepare:
            "action.set('source', null); action.set('tags', []); action.set('shell', { label: 'new' }); action.set('shells', [{}, {}]);",
        },
      ),
      get(`${STAMPED}?${POPULATED}`, {
        data: { tags: is.length(0), shell: { label: 'new' }, shells: is.length(2), tag: { name: 't' } },
      }),
      get('/conformance/events/{s.documentId}', {
        body: {
          events: [
            { operation: 'create', document: { name: '{mark} set', source: 'plugin', n: 6 } },
            { operation: 'update', document: { source: 'plugin', n: 9 } },
            { operation: 'update', document: { source: null, n: 9 } },
          ],
        },
      }),
      // Clients do not write the attribute, and wrong values of the plugin are issues of the body.
      post('/stampeds', { source: 'client' }, INVALID),
      answers(
        'stamped',
        'create',
        { data: { name: '{mark} refused' } },
        { ...INVALID, error: { details: { errors: [{ path: ['n'] }] } } },
        { prepare: "action.set('n', 0);" },
      ),
      answers(
        'stamped',
        'create',
        { data: { name: '{mark} refused', n: 0 } },
        {
          ...INVALID,
          error: {
            details: { errors: is.shuffled({ path: ['n'] }, { path: ['tag'], message: 'before: n' }) },
          },
        },
        {
          validate:
            "issues.add(['tag'], 'before: ' + issues.issues.map(({ path }) => path.join('.')).join());",
        },
      ),
      counts('/stampeds', 1),
    ],
    { ...deploy, name: 'values of a plugin' },
  ),
  check(
    'quire.errors.internal',
    { s: made('/stampeds', { name: '{mark} s' }) },
    [
      returns('stamped', 'create', { data: SENT }, { name: '{mark}', source: 'done: ' }, { prepare: TRIED }),
      get(`/stampeds?filters[name]={mark}&${POPULATED}`, {
        data: [{ shell: SENT.shell, shells: [{ label: 'c' }, { cores: [{ label: 'd' }, { label: 'e' }] }] }],
      }),
      ...(
        [
          ['create', { prepare: 'action.data.shell.label = 1;' }, 'read-only'],
          ['create', { prepare: 'action.data = { name: "x" };' }, 'replaced action.data'],
          ['create', { prepare: "action.set('nme', 'x');" }, 'nme.*known: name, source, n, rate, tag'],
          ['create', { writing: "context.action.set('n', 1);" }, 'set."n". comes too late'],
          ['update', { validate: "action.set('n', 1);" }, 'set."n". comes too late'],
          ['delete', { prepare: "action.set('n', 1);" }, 'delete stores no body'],
        ] as const
      ).map(([what, hooks, thrown]) =>
        throws(
          'stamped',
          what,
          { documentId: '{s.documentId}', data: { name: '{mark} wrong', shell: { label: 'a' } } },
          is.matching(thrown),
          hooks,
        ),
      ),
      get(STAMPED, { data: { name: '{mark} s', n: null } }),
      counts('/stampeds', 2),
    ],
    { ...deploy, name: 'mistakes of a plugin' },
  ),
  check(
    'quire.events',
    { u: named('/tags', 'u'), v: named('/tags', 'v'), w: named('/tags', 'w') },
    [
      // A follow-up changes the draft before it is published: the published row gets the change.
      ...[
        { tags: ['{u.documentId}'] },
        { title: '{mark} 2', tags: ['{w.documentId}', '{u.documentId}'] },
      ].flatMap((data, index) => [
        returns(
          'article',
          index === 0 ? 'create' : 'update',
          { documentId: '{a.documentId}', data: { title: '{mark}', ...data } },
          { publishedAt: is.timestamp },
          { prepare: CHANGES_DRAFT },
        ),
        get('/articles?filters[title][$startsWith]={mark}', {}, { save: { a: 'body.data.0' } }),
        ...['', '&status=draft'].map((status) =>
          get(`/articles/{a.documentId}?populate=tags${status}`, {
            data: { tags: is.both(is.length(2), [{ name: 'v' }, { name: 'u' }]), summary: 'followed' },
          }),
        ),
      ]),
    ],
    { ...deploy, name: 'with a follow-up' },
  ),
  check(
    'quire.hooks.loaded',
    {
      t: named('/tags', 'four'),
      u: named('/tags', 'three'),
      p: made('/plains', { name: 'none' }),
      z: made('/zoos', {
        name: '{mark}',
        morphOne: { __type: 'api::tag.tag', documentId: '{u.documentId}' },
        morphMany: [
          { __type: 'api::tag.tag', documentId: '{t.documentId}' },
          { __type: 'api::plain.plain', documentId: '{p.documentId}' },
          { __type: 'api::tag.tag', documentId: '{u.documentId}' },
        ],
      }),
    },
    ['populate[0]=morphOne&populate[1]=morphMany', 'populate=*'].map((words) =>
      get(`/zoos/{z.documentId}?${words}`, {
        data: {
          seen: is.absent,
          morphOne: { seen: 5 },
          morphMany: [{ seen: 4 }, { name: 'none', seen: is.absent }, { seen: 5 }],
        },
      }),
    ),
    { ...deploy, name: 'behind polymorphic relations' },
  ),
];

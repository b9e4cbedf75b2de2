// Cases of GraphQL requests with data of each shape: variables, zones, components, single types, actions, users.
import { article, check, get, HOMEPAGE, made, named, plain, several } from '../build';
import type { Case, Step } from '../case';
import { LIST_LIMITS } from '../deployments';
import { ask, gives, MINE, row, withVariables } from '../graphql-build';
import { is, type Pattern } from '../pattern';

const FIVE = several(5, (index) => plain({ n: index, flag: index % 2 === 0 }));
const LIST = `query Plains($f: PlainFiltersInput, $p: PaginationArg, $s: [String] = ["n:desc"], $all: Boolean = false) {
  plains(filters: $f, pagination: $p, sort: $s) { n flag @include(if: $all) name @skip(if: $all) } }`;
const own = { mail: { eq: '{mark}@conform.test' } };
const numbers = (...all: number[]): Pattern => ({ plains: all.map((n) => ({ n })) });

const ZONED = {
  a: article({
    links: ['b', 'a', 'c'].map((label) => ({ label, href: `/${label}` })),
    zone: [{ __component: 'shared.quote', text: 'Be.' }],
  }),
};
const update = (data: string, shown: string): string =>
  `mutation { updateArticle(documentId: "{a.documentId}", data: { ${data} }) { ${shown} } }`;
const links = (words: string, ...labels: string[]): Step =>
  gives(`{ article(documentId: "{a.documentId}") { links${words} { label } } }`, {
    article: { links: labels.map((label) => ({ label })) },
  });
const ZONE =
  'zone { __typename ... on ComponentSharedQuote { text } ... on ComponentSharedSlider { caption } }';

export const quireGraphqlDataCases: readonly Case[] = [
  check(row('variables'), FIVE, [
    withVariables(LIST, { f: own }, numbers(4, 3, 2, 1, 0)),
    withVariables(LIST, { f: own, p: { start: 1, limit: 2 }, s: ['n'] }, numbers(1, 2)),
    withVariables(LIST, { f: { ...own, n: { in: [1, 3] } } }, numbers(3, 1)),
    withVariables(
      LIST,
      { f: { ...own, n: { lt: 2 } }, all: true },
      {
        plains: is.exactly([
          { n: 1, flag: false },
          { n: 0, flag: true },
        ]),
      },
    ),
    withVariables(
      'query ($id: ID!) { plain(documentId: $id) { n } one: plain(documentId: "{d1.documentId}") { n } }',
      { id: '{d3.documentId}' },
      { plain: { n: 3 }, one: { n: 1 } },
    ),
    withVariables(
      'mutation ($id: ID!, $data: PlainInput!) { updatePlain(documentId: $id, data: $data) { n body } }',
      { id: '{d3.documentId}', data: { n: 7, body: 'new' } },
      { updatePlain: { n: 7, body: 'new' } },
    ),
    {
      ...ask(LIST, { status: 400, body: { errors: [{ extensions: { code: 'BAD_USER_INPUT' } }] } }),
      body: { query: LIST, variables: { f: { nope: 1 } } },
    },
  ]),
  check(row('fragments'), FIVE, [
    gives(
      `{ first: plains(filters: { ${MINE}, n: { eq: 1 } }) { ...Both } plains(filters: { ${MINE}, n: { gt: 3 } }) { ...Both ... on Plain { flag } } }
       fragment Both on Plain { number: n name }`,
      {
        first: is.exactly([{ number: 1, name: '{mark}' }]),
        plains: is.exactly([{ number: 4, name: '{mark}', flag: true }]),
      },
    ),
  ]),
  check(row('zone-input'), ZONED, [
    gives(
      update(
        'zone: [{ __typename: "ComponentSharedSlider", caption: "C" }, { __typename: "ComponentSharedQuote", text: "T" }]',
        ZONE,
      ),
      {
        updateArticle: {
          zone: is.exactly([
            { __typename: 'ComponentSharedSlider', caption: 'C' },
            { __typename: 'ComponentSharedQuote', text: 'T' },
          ]),
        },
      },
    ),
    get('/articles/{a.documentId}?populate=zone', {
      data: {
        zone: [
          { __component: 'shared.slider', caption: 'C' },
          { __component: 'shared.quote', text: 'T' },
        ],
      },
    }),
    ask(update('zone: [{ text: "T" }]', 'title'), {
      status: 400,
      body: {
        errors: [
          { message: is.matching('ComponentSharedQuote'), extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } },
        ],
      },
    }),
    ask(update('zone: [{ __typename: "ComponentSharedStrict", name: "T" }]', 'title'), {
      status: 400,
      body: {
        errors: [
          {
            message: is.matching('ComponentSharedQuote|zone'),
            extensions: { code: 'GRAPHQL_VALIDATION_FAILED' },
          },
        ],
      },
    }),
  ]),
  check(row('component-input'), ZONED, [
    gives(
      update(
        'links: [{ label: "x" }, { label: "y" }], seo: { metaTitle: "S" }',
        'links { label } seo { metaTitle }',
      ),
      {
        updateArticle: { links: [{ label: 'x' }, { label: 'y' }], seo: { metaTitle: 'S' } },
      },
    ),
    gives(update('seo: null, links: []', 'links { label } seo { metaTitle }'), {
      updateArticle: { links: [], seo: null },
    }),
  ]),
  check(row('component-list'), ZONED, [
    links('', 'b', 'a', 'c'),
    links('(sort: "label")', 'a', 'b', 'c'),
    links('(sort: ["label:desc"])', 'c', 'b', 'a'),
    links('(filters: { label: { ne: "a" } })', 'b', 'c'),
    links('(pagination: { start: 1, limit: 1 })', 'a'),
    links('(pagination: { page: 2, pageSize: 2 })', 'c'),
    links('(sort: "label", pagination: { limit: 2 })', 'a', 'b'),
    // One word alone. Without a size, a page has all entries.
    links('(pagination: { start: 1 })', 'a', 'c'),
    links('(pagination: { pageSize: 2 })', 'b', 'a'),
    links('(pagination: { page: 2 })'),
    links('(pagination: { page: 1 })', 'b', 'a', 'c'),
    links('(pagination: { start: 1, limit: -1 })', 'a', 'c'),
    links('(pagination: { start: null, limit: null })', 'b', 'a', 'c'),
    links('(pagination: {})', 'b', 'a', 'c'),
  ]),
  check(
    row('relation-list'),
    {
      ...several(12, (index) => named('/labels', `l${String(index).padStart(2, '0')}`), 'l'),
      ...{
        a: plain({ labels: Array.from({ length: 12 }, (_, index) => `{l${index}.documentId}`) }),
      },
    },
    [
      labels('', 10),
      labels('(pagination: { limit: -1 })', 12),
      labels('(pagination: { start: 10, limit: 5 })', 2, 10),
      labels('(pagination: { page: 2, pageSize: 5 })', 5, 5),
      labels('(filters: { name: { gte: "l08" } }, sort: "name")', 4, 8),
      gives(
        '{ plain(documentId: "{a.documentId}") { labels(sort: "name:desc", pagination: { limit: 1 }) { name } } }',
        {
          plain: { labels: [{ name: 'l11' }] },
        },
      ),
    ],
  ),
  check(
    row('morph'),
    {
      t: named('/tags'),
      u: named('/authors'),
      z: made('/zoos', {
        name: '{mark}',
        morphMany: [
          { __type: 'api::tag.tag', documentId: '{t.documentId}' },
          { __type: 'api::author.author', documentId: '{u.documentId}' },
        ],
      }),
    },
    [
      gives(
        '{ zoo(documentId: "{z.documentId}") { morphMany { __typename ... on Tag { name documentId } ... on Author { name } } } }',
        {
          zoo: {
            morphMany: is.exactly([
              { __typename: 'Tag', name: '{mark}', documentId: '{t.documentId}' },
              { __typename: 'Author', name: '{mark}' },
            ]),
          },
        },
      ),
    ],
  ),
  check(
    row('single'),
    {},
    [
      gives('mutation { updateHomepage(data: { headline: "{mark}" }) { headline documentId } }', {
        updateHomepage: { headline: '{mark}', documentId: is.text },
      }),
      gives(
        'mutation { updateHomepage(data: { headline: "{mark} fr" }, locale: "fr") { headline locale } }',
        {
          updateHomepage: { headline: '{mark} fr', locale: 'fr' },
        },
      ),
      gives(
        'mutation { updateHomepage(data: { headline: "{mark} draft" }, status: DRAFT) { headline publishedAt } }',
        {
          updateHomepage: { headline: '{mark} draft', publishedAt: null },
        },
      ),
      gives(
        '{ homepage { headline } draft: homepage(status: DRAFT) { headline } fr: homepage(locale: "fr") { headline } }',
        {
          homepage: { headline: '{mark}' },
          draft: { headline: '{mark} draft' },
          fr: { headline: '{mark} fr' },
        },
      ),
      gives('mutation { deleteHomepage(locale: "fr") { documentId } }', {
        deleteHomepage: { documentId: is.text },
      }),
      gives('{ homepage { headline } fr: homepage(locale: "fr") { headline } }', {
        homepage: { headline: '{mark}' },
        fr: null,
      }),
    ],
    { ...HOMEPAGE, needs: ['drafts', 'i18n'] },
  ),
  check(row('long'), { a: plain() }, [
    ...['9223372036854775807', '"9007199254740993"', '-12'].map((big) =>
      gives(`mutation { updatePlain(documentId: "{a.documentId}", data: { big: ${big} }) { big } }`, {
        updatePlain: { big: big === '-12' ? -12 : big.replaceAll('"', '') },
      }),
    ),
    gives(`{ plains(filters: { ${MINE}, big: { eq: "-12" } }) { big } }`, { plains: [{ big: -12 }] }),
    ...['"abc"', '"1.5"', '1.5'].map((big) =>
      ask(`mutation { updatePlain(documentId: "{a.documentId}", data: { big: ${big} }) { big } }`, {
        status: 'any',
        body: { errors: [{ message: is.matching(`Long takes a whole number.*, got ${big}`) }] },
      }),
    ),
    get('/plains/{a.documentId}', { data: { big: '-12' } }),
  ]),
  check(row('absent'), {}, [
    gives('mutation { updatePlain(documentId: "none", data: { n: 1 }) { n } }', { updatePlain: null }),
    gives('mutation { deletePlain(documentId: "none") { documentId } }', {
      deletePlain: { documentId: 'none' },
    }),
  ]),
  check(
    row('actions'),
    { a: article() },
    [
      gives(
        'mutation { updateArticle(documentId: "{a.documentId}", data: { summary: "later" }, status: DRAFT) { summary } }',
        {
          updateArticle: { summary: 'later' },
        },
      ),
      ...shows(null, 'later'),
      gives('mutation { discardDraftArticle(documentId: "{a.documentId}") { summary } }', {
        discardDraftArticle: { summary: null },
      }),
      ...shows(null, null),
      gives(
        'mutation { updateArticle(documentId: "{a.documentId}", data: { summary: "now" }, status: DRAFT) { summary } }',
        is.object,
      ),
      gives('mutation { publishArticle(documentId: "{a.documentId}") { summary } }', {
        publishArticle: { summary: 'now' },
      }),
      ...shows('now', 'now'),
      gives('mutation { unpublishArticle(documentId: "{a.documentId}") { publishedAt } }', {
        unpublishArticle: is.object,
      }),
      gives('{ article(documentId: "{a.documentId}") { summary } }', { article: null }),
    ],
    { needs: ['drafts'] },
  ),
  {
    rows: [row('users')],
    needs: ['auth'],
    async run(bench) {
      const email = `${bench.mark}g@conform.test`;
      const { roles } = Object((await bench.send(get('/users-permissions/roles'))).body);
      const { id: role } = roles.find(({ type }: { type: string }) => type === 'authenticated');
      const create = `mutation { createUsersPermissionsUser(data: { username: "{mark}g", email: "${email}", password: "secret-1", role: "${role}", confirmed: true }) { data { documentId username email } } }`;
      await bench.send({
        ...gives(create, { createUsersPermissionsUser: { data: { username: '{mark}g', email } } }),
        save: { made: 'body.data.createUsersPermissionsUser.data' },
      });
      const { body } = await bench.send(get(`/users?filters[email][$eq]=${email}`));
      const [user] = Array.isArray(body) ? body : [];
      bench.afterwards({ send: 'DELETE', path: `/users/${user?.id}` });
      await bench.send(
        gives(
          `mutation { updateUsersPermissionsUser(id: "${user?.id}", data: { username: "{mark}h" }) { data { username } } }`,
          {
            updateUsersPermissionsUser: { data: { username: '{mark}h' } },
          },
        ),
      );
      await bench.send({
        ...gives(
          'mutation { login(input: { identifier: "{mark}h", password: "secret-1" }) { jwt user { username email } } }',
          { login: { jwt: is.text, user: { username: '{mark}h', email } } },
          { as: 'anonymous' },
        ),
        save: { logged: 'body.data.login' },
      });
      await bench.send(
        gives(`mutation { deleteUsersPermissionsUser(id: "${user?.id}") { data { username } } }`, {
          deleteUsersPermissionsUser: { data: { username: '{mark}h' } },
        }),
      );
      await bench.send(get(`/users/${user?.id}`, { status: 204 }));
    },
  },
  {
    ...check(row('former-shape'), { g: named('/groups'), a: plain({ n: 1, group: '{g.documentId}' }) }, [
      gives(
        '{ plain(documentId: "{a.documentId}") { data { id attributes { n group { data { attributes { name } } } } } } }',
        {
          plain: {
            data: { id: is.text, attributes: { n: 1, group: { data: { attributes: { name: '{mark}' } } } } },
          },
        },
      ),
    ]),
    deploy: LIST_LIMITS,
  },
];

function labels(words: string, count: number, from = 0): Step {
  return gives(`{ plain(documentId: "{a.documentId}") { labels${words} { name } } }`, {
    plain: {
      labels: Array.from({ length: count }, (_, index) => ({
        name: `l${String(from + index).padStart(2, '0')}`,
      })),
    },
  });
}

/** The published and the working summary. */
function shows(published: string | null, working: string | null): Step[] {
  return [
    gives(
      '{ article(documentId: "{a.documentId}") { summary } draft: article(documentId: "{a.documentId}", status: DRAFT) { summary } }',
      {
        article: { summary: published },
        draft: { summary: working },
      },
    ),
  ];
}

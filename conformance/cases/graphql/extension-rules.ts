// Cases of resolversConfig: authorization, policies and middlewares of resolvers. Each rule is compared with a field where it lets
// the request pass: a deployment that answers nothing at all fails too.
import { borrowUser } from '../accounts';
import { get, made, plain } from '../build';
import type { Case, Step } from '../case';
import { ask, gives } from '../graphql-build';
import { is, type Pattern } from '../pattern';
import { DISABLED_SUBSCRIPTIONS } from './subscriptions';

export interface Part {
  /** Below `graphql.extension`, or a whole id. */
  readonly row: string;
  /** JavaScript in the function that receives the extension service. */
  readonly code: string;
  readonly given?: Case['given'];
  readonly steps?: readonly Step[];
  readonly run?: Case['run'];
}

/** A query that answers `world`, with the rules of its resolver. */
export const query = (name: string, rules = '{ auth: false }', field = `${name}: String`): string =>
  `extension.use({ typeDefs: 'extend type Query { ${field} }', resolvers: { Query: { ${name}: () => 'world' } },
    resolversConfig: { 'Query.${name}': ${rules} } });`;
/** The answer has data for `open` and none for `shut`. */
const openAndShut = (text: string, open: Pattern = 'world'): Step =>
  ask(`{ ${text} }`, {
    status: 'any',
    body: { data: { open, shut: null }, errors: is.both(is.length(1), is.each({ path: ['shut'] })) },
  });

const LETS: ReadonlySet<string> = new Set(['yes', 'nothing', 'laterYes', 'named']);
/** Policies and their verdicts. */
const VERDICTS: Readonly<Record<string, string>> = {
  ...{ yes: '() => true', nothing: '() => undefined', laterYes: 'async () => true', no: '() => false' },
  ...{ none: '() => null', text: "() => 'true'", one: '() => 1', object: '() => ({})', zero: '() => 0' },
  ...{ throws: "() => { throw new Error('no'); }", rejects: "() => Promise.reject(new Error('no'))" },
  ...{ laterNo: 'async () => false', laterText: "async () => 'true'" },
  ...{ named: "'conformance-let'", denied: "'conformance-deny'" },
};

export const RULES: readonly Part[] = [
  {
    row: 'quire.graphql.errors',
    code: `extension.use({ typeDefs: 'extend type Query { broken: String }',
      resolvers: { Query: { broken: () => { throw new Error('a secret of the program'); } } },
      resolversConfig: { 'Query.broken': { auth: false } } });`,
    steps: [
      ask('{ broken __typename }', {
        status: 200,
        body: is.exactly({
          data: { broken: null, __typename: 'Query' },
          errors: [
            {
              message: 'Internal Server Error',
              path: ['broken'],
              extensions: { code: 'INTERNAL_SERVER_ERROR' },
            },
          ],
        }),
      }),
    ],
  },
  DISABLED_SUBSCRIPTIONS,
  {
    row: 'config',
    code: query('unruled') + query('ruled', '{ auth: false, policies: [() => false] }'),
    steps: [openAndShut('open: unruled shut: ruled')],
  },
  {
    row: 'config.key',
    code: "extension.use({ resolversConfig: { 'Query.checks': { policies: [({ args }) => args.pagination.limit === 1] } } });",
    steps: [
      ask(
        '{ open: checks(pagination: { limit: 1 }) { len } shut: checks(pagination: { limit: 2 }) { len } }',
        {
          status: 'any',
          body: { errors: is.both(is.length(1), is.each({ path: ['shut'] })) },
        },
      ),
      gives('{ open: checks(pagination: { limit: 1 }) { len } }', { open: is.list }),
    ],
  },
  {
    row: 'config.auth-false',
    code:
      query('forAll') +
      query('forSome', "{ auth: { scope: ['api::plain.plain.find'] } }") +
      query('forKnown', '{}') +
      "extension.use({ typeDefs: 'extend type Query { unnamed: String } extend type Mutation { unnamedToo: String }'," +
      "  resolvers: { Query: { unnamed: () => 'world' }, Mutation: { unnamedToo: () => 'world' } } });" +
      "extension.use({ resolversConfig: { 'Query.samples': { auth: false }, 'Query.pointers': { policies: [() => true] } } });",
    steps: [
      { ...openAndShut('open: forAll shut: forSome'), as: 'anonymous' },
      { ...openAndShut('open: forAll shut: forKnown'), as: 'anonymous' },
      gives('{ forKnown }', { forKnown: 'world' }),
      // Without an entry in resolversConfig.
      { ...openAndShut('open: forAll shut: unnamed'), as: 'anonymous' },
      ask('mutation { unnamedToo }', { status: 'any', body: { errors: is.length(1) } }, { as: 'anonymous' }),
      gives('{ unnamed }', { unnamed: 'world' }),
      gives('mutation { unnamedToo }', { unnamedToo: 'world' }),
      // A generated resolver authorizes each type that it reads.
      ask(
        '{ open: samples { documentId } shut: pointers { documentId } }',
        {
          status: 'any',
          body: { data: is.any, errors: is.both(is.length(1), is.each({ path: ['shut'] })) },
        },
        { as: 'anonymous' },
      ),
      gives('{ samples { documentId } }', { samples: is.list }, { as: 'anonymous' }),
    ],
  },
  {
    row: 'config.auth-scope',
    code:
      query('scoped', "{ auth: { scope: ['api::plain.plain.find'] } }") +
      query('scopedTwice', "{ auth: { scope: ['api::plain.plain.find', 'api::group.group.find'] } }") +
      query('scopedOnce', "{ auth: { scope: ['api::group.group.find', 'api::plain.plain.find'] } }"),
    async run(bench) {
      await borrowUser(bench, 'may', ['api::plain.plain.find']);
      await borrowUser(bench, 'mayNot', ['api::group.group.find']);
      await borrowUser(bench, 'mayBoth', ['api::plain.plain.find', 'api::group.group.find']);
      await bench.send({ ...gives('{ scoped }', { scoped: 'world' }), as: 'may' });
      for (const name of ['scopedTwice', 'scopedOnce']) {
        await bench.send({ ...gives(`{ ${name} }`, { [name]: 'world' }), as: 'mayBoth' });
        await bench.send({ ...ask(`{ ${name} }`, { status: 'any', body: { errors: is.list } }), as: 'may' });
      }
      await bench.send({ ...ask('{ scoped }', { status: 'any', body: { errors: is.list } }), as: 'mayNot' });
    },
  },
  {
    row: 'config.policy.name',
    code:
      query('byName', "{ auth: false, policies: ['conformance-deny'] }") +
      query('byOtherName', "{ auth: false, policies: ['conformance-let'] }"),
    steps: [openAndShut('open: byOtherName shut: byName')],
  },
  {
    row: 'config.policy.object',
    code:
      query('byConfig', "{ auth: false, policies: [{ name: 'conformance-if', config: { let: true } }] }") +
      query(
        'byOtherConfig',
        "{ auth: false, policies: [{ name: 'conformance-if', config: { let: false } }] }",
      ),
    steps: [openAndShut('open: byConfig shut: byOtherConfig')],
  },
  {
    row: 'config.policy.function',
    code: query(
      'asked',
      "{ auth: false, policies: [({ args, context, info, http, state }, service) => info.fieldName === 'asked' && args.word === 'please' && typeof context === 'object' && http.header !== undefined && typeof state === 'object' && state === http.state && typeof service.documents === 'function'] }",
      'asked(word: String): String',
    ),
    steps: [openAndShut('open: asked(word: "please") shut: asked(word: "now")')],
  },
  {
    row: 'quire.graphql.policy-parent',
    given: { a: plain({ ratio: 1.5 }), b: plain({ ratio: 2.5 }) },
    code: "extension.use({ resolversConfig: { 'Plain.ratio': { policies: [({ parent }) => parent.ratio < 2] } } });",
    steps: [
      ask(
        '{ open: plain(documentId: "{a.documentId}") { ratio } shut: plain(documentId: "{b.documentId}") { ratio } }',
        {
          status: 'any',
          body: {
            data: { open: { ratio: 1.5 }, shut: { ratio: null } },
            errors: is.both(is.length(1), is.each({ path: ['shut', 'ratio'] })),
          },
        },
      ),
    ],
  },
  {
    row: 'config.policy.false',
    code:
      query('allowed', '{ auth: false, policies: [() => true] }') +
      query('denied', '{ auth: false, policies: [() => true, () => false] }') +
      query('deniedFirst', '{ auth: false, policies: [() => false, () => true] }') +
      "extension.use({ resolversConfig: { 'Mutation.createHidden': { policies: [() => false] } } });",
    steps: [
      openAndShut('open: allowed shut: denied'),
      openAndShut('open: allowed shut: deniedFirst'),
      // Nothing is written before the policy has decided.
      ask('mutation { createHidden(data: { name: "{mark}" }) { name } }', {
        status: 'any',
        body: { errors: [{ path: ['createHidden'] }] },
      }),
      get('/hiddens?filters[name][$eq]={mark}', { list: [] }),
    ],
  },
  {
    row: 'quire.graphql.policies',
    code: Object.entries(VERDICTS)
      .map(([name, policy]) => query(`verdict_${name}`, `{ auth: false, policies: [() => true, ${policy}] }`))
      .join(''),
    steps: Object.keys(VERDICTS).map((name) =>
      ask(`{ verdict_${name} }`, {
        status: 200,
        body: LETS.has(name)
          ? { errors: is.absent, data: { [`verdict_${name}`]: 'world' } }
          : { errors: [{ message: 'Forbidden access', extensions: { code: 'FORBIDDEN' } }] },
      }),
    ),
  },
  {
    row: 'quire.graphql.policies',
    given: { s: made('/samples', { name: '{mark}', mail: 'a@example.com' }) },
    // A generated field with a rule asks for no login: its type has authorized the request.
    code: "extension.use({ resolversConfig: { 'Sample.mail': { policies: [() => true] } } });",
    steps: [
      gives(
        '{ samples(filters: { name: { eq: "{mark}" } }) { mail } }',
        { samples: [{ mail: 'a@example.com' }] },
        { as: 'anonymous' },
      ),
    ],
  },
  {
    row: 'config.middleware.name',
    code: query('loud', "{ auth: false, middlewares: ['conformance-loud'] }"),
    steps: [gives('{ loud }', { loud: 'WORLD' })],
  },
  {
    row: 'config.middleware.object',
    code: query(
      'louder',
      "{ auth: false, middlewares: [{ name: 'conformance-loud', options: { end: '!' } }] }",
    ),
    steps: [gives('{ louder }', { louder: 'WORLD!' })],
  },
  {
    row: 'config.middleware.function',
    code: query(
      'wrapped',
      "{ auth: false, middlewares: [async (next, ...rest) => '<' + (await next(...rest)) + '>', async (next, parent, args, context, info) => info.fieldName + ' ' + args.word + ' ' + (await next(parent, args, context, info))] }",
      'wrapped(word: String): String',
    ),
    steps: [gives('{ wrapped(word: "a") }', { wrapped: '<wrapped a world>' })],
  },
  {
    row: 'config.middleware.nested',
    given: { a: plain({ body: 'a word' }) },
    code: "extension.use({ resolversConfig: { 'Plain.body': { middlewares: [async (next, ...rest) => String(await next(...rest)).toUpperCase()] } } });",
    steps: [
      gives('{ plain(documentId: "{a.documentId}") { name body } }', {
        plain: { name: '{mark}', body: 'A WORD' },
      }),
    ],
  },
];

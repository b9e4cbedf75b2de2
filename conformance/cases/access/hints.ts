// Cases of the hints that a forbidden request gets in development.
import { FORBIDDEN, withoutAuth } from '../access-build';
import { borrowUser } from '../accounts';
import { article, check, get, named, plain, post, put } from '../build';
import type { Case, Step } from '../case';
import { is } from '../pattern';

export const quireAccessHintCases: readonly Case[] = [
  {
    rows: ['quire.access.development-hint'],
    deploy: { development: true },
    given: { a: named('/authors'), c: named('/categories'), t: article(), p: plain() },
    async run(bench) {
      const actions = ['plain.plain', 'author.author', 'article.article'].map((one) => `api::${one}.find`);
      await borrowUser(bench, 'user', [
        ...actions,
        'api::article.article.update',
        'api::category.category.update',
      ]);
      for (const [alias, body] of [
        ['custom', { type: 'custom', actions }],
        ['reader', { type: 'read-only' }],
      ] as const) {
        const input = { name: `${bench.mark} ${alias}`, ...body };
        await bench.send({
          ...{ send: 'POST', path: '/api-tokens', body: input, save: { [alias]: 'body.data' } },
          expect: { status: 201 },
        });
        bench.keep(alias, { token: bench.value(`${alias}.accessKey`) });
      }
      const lacks = (as: string, action: string, step: Step, remedy: string): Promise<unknown> => {
        const message = is.matching(`"${action}".*${remedy}`);
        return bench.send({
          ...step,
          as,
          expect: { status: 403, error: { name: 'ForbiddenError', message } },
        });
      };
      const [create, findOne] = ['api::plain.plain.create', 'api::plain.plain.findOne'];
      for (const [as, remedy] of [
        ['user', 'quire role grant'],
        ['anonymous', 'quire role grant public'],
        ['custom', `quire token create --name NAME --type custom --action ${[...actions].sort().join(',')},`],
      ] as const) {
        await lacks(as, create, post('/plains', { name: 'x' }), `${remedy}.*${create}$`);
        await lacks(as, findOne, get('/plains/{p.documentId}'), `${remedy}.*${findOne}$`);
      }
      for (const [as, remedy] of [
        ['user', 'quire role grant'],
        ['custom', 'quire token create'],
      ] as const)
        for (const words of ['status=draft', 'hasPublishedVersion=false'])
          await lacks(as, 'api::author.author.readDraft', get(`/authors?${words}`), remedy);
      const french = put('/articles/{t.documentId}?locale=fr', { title: 'x' });
      await lacks('user', 'api::article.article.createLocalization', french, 'quire role grant');
      await lacks('reader', 'api::plain.plain.create', post('/plains', { name: 'x' }), 'writes');
    },
  },
  check(
    'quire.access.development-hint',
    {},
    (
      [
        [get('/plains'), 'find', '"read" or "full"'],
        [post('/plains', { name: 'x' }), 'create', '"full"'],
      ] as const
    ).map(([step, verb, values]) => ({
      ...{ ...step, as: 'anonymous' },
      expect: {
        ...FORBIDDEN,
        error: {
          message: is.matching(
            `"api::plain.plain.${verb}" is not public: (send credentials, )?enable a plugin with users, or set server.anonymous to ${values}$`,
          ),
        },
      },
    })),
    { ...withoutAuth('none', { development: true }), name: 'without users' },
  ),
  check(
    'quire.access.development-hint',
    {},
    [get('/plains', { status: 403, error: { message: 'Forbidden' } }, { as: 'anonymous' })],
    { name: 'elsewhere' },
  ),
];

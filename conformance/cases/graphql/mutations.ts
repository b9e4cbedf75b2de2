// Cases of GraphQL mutations, and of relations written over GraphQL.
import { ABSENT, check, get, made, named, plain } from '../build';
import type { Case, Step } from '../case';
import { ask, fails, gives, typeIs } from '../graphql-build';
import { is } from '../pattern';

/** Deletes the documents of a mutation after the case. */
const created =
  (field: string, path: string): Case['run'] =>
  async (bench) => {
    bench.afterwards({ send: 'DELETE', path: `${path}/${bench.value(`made.${field}.documentId`)}` });
  };
const creates = (
  row: string | string[],
  query: string,
  field: string,
  path: string,
  expect: Parameters<typeof gives>[1],
  given = {},
  ...then: Step[]
): Case => ({
  rows: [row].flat(),
  given,
  async run(bench) {
    await bench.send({ ...gives(query, expect), save: { made: 'body.data' } });
    await created(field, path)?.(bench);
    for (const step of then) await bench.send(step);
  },
});
const R = { r: made('/restaurants', { Name: '{mark} en' }) };
const french: Step = {
  send: 'PUT',
  path: '/restaurants/{r.documentId}?locale=fr',
  body: { data: { Name: '{mark} fr' } },
};
const argument = (field: string, name: string, type: object): Step =>
  typeIs('Mutation', 'fields { name args { name type { kind name ofType { name kind } } } }', {
    fields: is.including({
      name: field,
      args: is.including({ name, type: { kind: 'NON_NULL', ofType: { ...type } } }),
    }),
  });

export const graphqlMutationCases: readonly Case[] = [
  creates(
    ['graphql.mutation.create', 'graphql.mutation.create.document-id'],
    'mutation { createPlain(data: { name: "{mark}", n: 3 }) { documentId name n } }',
    'createPlain',
    '/plains',
    { createPlain: { documentId: is.text, name: '{mark}', n: 3 } },
    {},
    get('/plains/{made.createPlain.documentId}', { data: { n: 3 } }),
  ),
  check('graphql.mutation.create.required', {}, [
    argument('createPlain', 'data', { name: 'PlainInput', kind: 'INPUT_OBJECT' }),
    fails('mutation { createPlain { name } }'),
  ]),
  creates(
    'graphql.mutation.create.locale',
    'mutation { createRestaurant(data: { Name: "{mark}" }, locale: "fr") { documentId locale } }',
    'createRestaurant',
    '/restaurants',
    { createRestaurant: { locale: 'fr' } },
    {},
    get('/restaurants/{made.createRestaurant.documentId}?locale=fr', { data: { Name: '{mark}' } }),
  ),
  check('graphql.mutation.update', { a: plain({ n: 3 }) }, [
    gives('mutation { updatePlain(documentId: "{a.documentId}", data: { n: 4 }) { name n } }', {
      updatePlain: { name: '{mark}', n: 4 },
    }),
    get('/plains/{a.documentId}', { data: { n: 4, name: '{mark}' } }),
  ]),
  check('graphql.mutation.update.input', {}, [
    argument('updatePlain', 'documentId', { name: 'ID' }),
    argument('updatePlain', 'data', { name: 'PlainInput' }),
  ]),
  check('graphql.mutation.update.locale', R, [
    french,
    gives(
      'mutation { updateRestaurant(documentId: "{r.documentId}", data: { Name: "{mark} fr 2" }, locale: "fr") { Name } }',
      { updateRestaurant: { Name: '{mark} fr 2' } },
    ),
    get('/restaurants/{r.documentId}', { data: { Name: '{mark} en' } }),
  ]),
  check('graphql.mutation.delete', { a: plain() }, [
    gives('mutation { deletePlain(documentId: "{a.documentId}") { documentId } }', {
      deletePlain: { documentId: '{a.documentId}' },
    }),
    get('/plains/{a.documentId}', ABSENT),
  ]),
  check('graphql.mutation.delete.locale', R, [
    french,
    gives('mutation { deleteRestaurant(documentId: "{r.documentId}", locale: "fr") { documentId } }', {
      deleteRestaurant: is.object,
    }),
    get('/restaurants/{r.documentId}?locale=fr', ABSENT),
    get('/restaurants/{r.documentId}', { status: 200 }),
  ]),
  check('graphql.mutation.locale.add', R, [
    gives(
      'mutation { updateRestaurant(documentId: "{r.documentId}", data: { Name: "{mark} fr" }, locale: "fr") { locale } }',
      { updateRestaurant: { locale: 'fr' } },
    ),
    get('/restaurants/{r.documentId}?locale=fr', { data: { Name: '{mark} fr' } }),
  ]),
  creates(
    'graphql.mutation.relation.one',
    'mutation { createPlain(data: { name: "{mark}", group: "{g.documentId}" }) { documentId group { name } } }',
    'createPlain',
    '/plains',
    { createPlain: { group: { name: '{mark}' } } },
    { g: named('/groups') },
  ),
  creates(
    'graphql.mutation.relation.many',
    'mutation { createPlain(data: { name: "{mark}", labels: ["{m.documentId}", "{l.documentId}"] }) { documentId labels { name } } }',
    'createPlain',
    '/plains',
    { createPlain: { labels: [{ name: 'm' }, { name: 'l' }] } },
    { l: named('/labels', 'l'), m: named('/labels', 'm') },
  ),
  {
    rows: ['relations.graphql'],
    given: { l: named('/labels', 'l'), m: named('/labels', 'm'), a: plain({ labels: ['{l.documentId}'] }) },
    async run(bench) {
      const forms = [
        'labels_relation: { connect: [{ documentId: "{m.documentId}" }] }',
        'labels: { connect: ["{m.documentId}"] }',
      ];
      for (const form of forms) {
        const { body } = await bench.send(
          ask(
            `mutation { updatePlain(documentId: "{a.documentId}", data: { ${form} }) { labels { name } } }`,
            { status: 'any' },
          ),
        );
        bench.keep('answer', body);
        if (bench.value('answer.errors') === undefined) {
          await bench.send(
            get('/plains/{a.documentId}?populate=labels', {
              data: { labels: [{ name: 'l' }, { name: 'm' }] },
            }),
          );
          return;
        }
      }
      bench.fail('no input of a relation has connect', 'connect in some form', bench.value('answer'));
    },
  },
];

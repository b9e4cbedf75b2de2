// Cases of the places that have versions: locales, single types, drafts that were never published, and all types by one address.
import { borrowUser } from '../../../conformance/cases/accounts';
import { get, put } from '../../../conformance/cases/build';
import type { Bench, Case, Step } from '../../../conformance/cases/case';
import { ask, gives, withVariables } from '../../../conformance/cases/graphql-build';
import { exactly, is, type Pattern } from '../../../conformance/cases/pattern';
import { page, recorded } from '../../../conformance/cases/recorded';
import { unknownVersions } from './content';

const TYPE = 'api::page.page';
const given = { a: page({ count: 1 }) };

/** The draft of `a` gets another count. Keeps the ids of both versions. */
async function save(bench: Bench): Promise<void> {
  await bench.send(put('/pages/{a.documentId}?status=draft', { count: 2 }));
  const ids = { second: 'body.data.0.id', first: 'body.data.1.id' };
  await bench.send(get('/pages/{a.documentId}/history', {}, { save: ids }));
}
const COUNTED = exactly([{ path: 'count', from: 1, to: 2 }]);

export const historyPlaceCases: readonly Case[] = [
  recorded(
    'quire.history.locales',
    { n: { at: '/notices?status=draft', data: { title: '{mark} en', code: 'one' } } },
    async (bench) => {
      const at = '/notices/{n.documentId}';
      const list = (locale: string, ...changed: readonly Pattern[]): Step =>
        get(`${at}/history?locale=${locale}`, { data: exactly(changed.map((each) => ({ changed: each }))) });
      await bench.send(put(`${at}?locale=fr&status=draft`, { title: '{mark} fr' }));
      await bench.send(list('en', is.list));
      await bench.send(list('fr', is.list));
      await bench.send(put(`${at}?locale=fr&status=draft`, { title: '{mark} deux' }));
      await bench.send(list('fr', ['title'], is.list));
      await bench.send(list('en', is.list));
      await bench.send(put(`${at}?status=draft`, { code: 'two' }));
      await bench.send(list('en', ['code'], is.list));
      await bench.send(list('fr', ['code'], ['title'], is.list));
      await bench.send(get(`${at}/history?locale=de`, { status: 404 }));
      await bench.send(get(`${at}/history?locale=*`, { status: 400 }));
      const ids = { third: 'body.data.0.id', second: 'body.data.1.id', first: 'body.data.2.id' };
      await bench.send(get(`${at}/history?locale=fr`, {}, { save: ids }));
      await bench.send(get(`${at}/history`, { data: exactly([{ changed: ['code'] }, {}]) }));
      await bench.send(get(`${at}/history/{first}`, { status: 404 }));
      await bench.send(
        get(`${at}/history/diff?locale=fr&from={first}&to={third}`, {
          data: is.shuffled(
            { path: 'title', from: '{mark} fr', to: '{mark} deux' },
            { path: 'code', from: 'one', to: 'two' },
          ),
        }),
      );
      await bench.send({ send: 'POST', path: `${at}/history/{first}/actions/restore?locale=fr` });
      await bench.send(get(`${at}?locale=fr&status=draft`, { data: { title: '{mark} fr', code: 'one' } }));
      await bench.send(get(`${at}?status=draft`, { data: { title: '{mark} en', code: 'one' } }));
    },
  ),
  recorded('quire.history.single', {}, async (bench) => {
    for (const text of ['{mark} one', '{mark} two']) await bench.send(put('/plaque', { text }));
    bench.afterwards({ send: 'DELETE', path: '/plaque', expect: { status: 'any' } });
    await bench.send(
      get(
        '/plaque/history?pageSize=2',
        { data: [{ changed: ['text'] }, {}] },
        { save: { first: 'body.data.1.id' } },
      ),
    );
    await bench.send(get('/plaque/history/{first}', { data: { content: { text: '{mark} one' } } }));
    await bench.send(
      get('/plaque/history/diff?from={first}&to=current', {
        data: exactly([{ path: 'text', from: '{mark} one', to: '{mark} two' }]),
      }),
    );
    await bench.send({ send: 'POST', path: '/plaque/history/{first}/actions/restore' });
    await bench.send(get('/plaque', { data: { text: '{mark} one' } }));
  }),
  recorded(
    'quire.history.published',
    { a: { ...page({ count: 1 }), at: '/pages?status=draft' } },
    async (bench) => {
      const at = '/pages/{a.documentId}';
      const act = (name: string): Step => ({
        send: 'POST',
        path: `${at}/actions/${name}`,
        expect: { status: 200 },
      });
      const lists = (...all: readonly Pattern[]): Step => get(`${at}/history`, { data: exactly(all) });
      const created = { operation: 'create', published: false, request: is.text };
      await bench.send(lists(created));
      await bench.send(get(`${at}/history/diff?from=published&to=draft`, { status: 404 }));
      await bench.send(act('publish'));
      const published = { operation: 'publish', published: true, changed: exactly([]) };
      await bench.send(lists(published, created));
      await bench.send(put(`${at}?status=draft`, { count: 2 }));
      await bench.send(get(`${at}/history/diff?from=published&to=draft`, { data: COUNTED }));
      await bench.send(put(at, { count: 3 }));
      await bench.send(get(`${at}/history/diff?from=published&to=draft`, { data: exactly([]) }));
      await bench.send(get(`${at}/history?pageSize=1`, { data: [{ operation: 'update', published: true }] }));
      await bench.send(put(`${at}?status=draft`, { count: 4 }));
      await bench.send(act('discard-draft'));
      await bench.send(get(`${at}/history?pageSize=1`, { data: [{ changed: ['count'], published: false }] }));
      await bench.send(get(`${at}/history/diff?from=published&to=draft`, { data: exactly([]) }));
      await bench.send(act('unpublish'));
      await bench.send(get(`${at}/history/diff?from=published&to=draft`, { status: 404 }));
      await unknownVersions(bench);
      await bench.send({ send: 'DELETE', path: at });
      await bench.send(get(`${at}/history`, { status: 404 }));
    },
  ),
  recorded('quire.history.any-type', given, async (bench) => {
    await save(bench);
    const of = `type=${TYPE}&documentId={a.documentId}`;
    const at = '/history/versions';
    await bench.send(get(`${at}?${of}`, { data: exactly([{ id: '{second}' }, { id: '{first}' }]) }));
    await bench.send(get(`${at}?${of}&page=2&pageSize=1`, { data: exactly([{ id: '{first}' }]) }));
    await bench.send(get(`${at}/{first}?${of}`, { data: { id: '{first}', content: { count: 1 } } }));
    await bench.send(get(`/history/diff?${of}&from={first}&to=draft`, { data: COUNTED }));
    for (const type of ['api::pag.pag', 'shared.link', 'plugin::users-permissions.user'])
      await bench.send(get(`${at}?type=${type}&documentId={a.documentId}`, { status: 400 }));
    await bench.send(get(`${at}?type=${TYPE}`, { status: 404 }));
    await bench.send(get(at, { status: 400 }));
    const reads = ['find', 'findOne', 'readDraft'].map((verb) => `${TYPE}.${verb}`);
    await borrowUser(bench, 'reader', reads);
    await borrowUser(bench, 'historian', [...reads, `${TYPE}.history`]);
    const restore = (as: string, status: number): Step => ({
      ...{ send: 'POST', path: `${at}/{first}/actions/restore?${of}`, as, expect: { status } },
    });
    await bench.send(get(`${at}?${of}`, { status: 403 }, { as: 'reader' }));
    await bench.send(get(`${at}?${of}`, { data: is.length(2) }, { as: 'historian' }));
    await bench.send(restore('historian', 403));
    await bench.send(restore('full', 200));
    await bench.send(get('/pages/{a.documentId}?status=draft', { data: { count: 1 } }));
  }),
  recorded(
    'quire.history.graphql',
    given,
    async (bench) => {
      await save(bench);
      const of = `type: "${TYPE}", documentId: "{a.documentId}"`;
      await bench.send(
        gives(`{ versions(${of}) { id operation changed published by request } }`, {
          versions: exactly([
            {
              id: is.text,
              operation: 'update',
              changed: ['count'],
              published: false,
              by: { kind: 'api-tokens' },
            },
            { operation: 'create', published: true, request: is.text },
          ]),
        }),
      );
      await bench.send(
        gives(`{ versions(${of}, page: 2, pageSize: 1) { operation } }`, {
          versions: exactly([{ operation: 'create' }]),
        }),
      );
      const query = (fields: string): string => `query ($v: ID!, $from: String!) { ${fields} }`;
      const values = { v: String(bench.value('first')), from: String(bench.value('first')) };
      const both = `version(${of}, version: $v) { operation content } versionDiff(${of}, from: $from, to: "draft") { path at from to }`;
      await bench.send(
        withVariables(query(both), values, {
          version: { operation: 'create', content: { count: 1 } },
          versionDiff: exactly([{ path: 'count', at: null, from: 1, to: 2 }]),
        }),
      );
      const mutation = `mutation ($v: ID!) { restoreVersion(${of}, version: $v) }`;
      const body = { query: mutation, variables: { v: values.v } };
      await borrowUser(bench, 'reader', [`${TYPE}.find`]);
      await bench.send({ ...ask('', { status: 'any', body: { errors: is.list } }, { as: 'reader' }), body });
      await bench.send(get('/pages/{a.documentId}?status=draft', { data: { count: 2 } }));
      await bench.send(withVariables(mutation, { v: values.v }, { restoreVersion: '{a.documentId}' }));
      await bench.send(get('/pages/{a.documentId}?status=draft', { data: { count: 1 } }));
    },
    { needs: ['graphql'] },
  ),
];

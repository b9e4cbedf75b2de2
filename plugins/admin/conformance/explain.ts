// Cases of explanations: why a user may or may not do an action.
import { article, get, put } from '../../../conformance/cases/build';
import type { Case, Step } from '../../../conformance/cases/case';
import { exactly, is, only, type Pattern } from '../../../conformance/cases/pattern';
import { SHEET, served, sheet } from '../../../conformance/cases/served';
import { forbidden, looks, OPEN, ofSheets, person } from './build';

const explains = (words: string, as: string, data: Pattern): Step =>
  looks(`/explain?${words}`, as, { status: 200, data });
const SEES = ['role', 'user'].map((name) => `plugin::users-permissions.${name}.findOne`);

export const adminExplainCases: readonly Case[] = [
  served(
    'quire.admin.explain',
    {
      a: sheet({ count: 1 }),
      b: sheet({ count: 2 }),
      c: { ...sheet({ count: 1 }), at: '/sheets?status=draft' },
    },
    async (bench) => {
      const rule = { where: { count: 1 }, fields: ['count', 'title'] };
      await person(bench, 'judge', [...SEES, ...ofSheets('find', 'readDraft')]);
      await person(bench, 'user', [
        { action: `${SHEET}.update`, ...rule },
        { action: `${SHEET}.find`, where: { count: 1 } },
        { action: `${SHEET}.delete`, where: { count: 1 } },
      ]);
      const asked = (verb: string, more = ''): string => `user={userUser.id}&action=${SHEET}.${verb}${more}`;
      const user = only({ id: '{userUser.id}', username: '{user.name}' });
      const role = { id: is.integer, name: '{user.name}', type: is.text };
      const full = { ruled: false };
      await bench.send(
        explains(
          asked('publish'),
          'judge',
          only({
            user,
            role,
            action: `${SHEET}.publish`,
            description: is.string,
            reason: 'missing',
            rule: null,
            roles: is.list,
          }),
        ),
      );
      await bench.send(
        explains(asked('update'), 'judge', {
          reason: 'allowed',
          rule: only(rule),
          roles: is.including({ name: '{user.name}', ruled: true }, full),
        }),
      );
      for (const [verb, alias, reason] of [
        ['update', 'a', 'allowed'],
        ['update', 'b', 'row'],
        ['update', 'c', 'allowed'],
        ['find', 'a', 'allowed'],
        ['find', 'b', 'row'],
        ['find', 'c', 'draft'],
        ['delete', 'a', 'allowed'],
        ['delete', 'b', 'row'],
      ] as const)
        await bench.send(explains(asked(verb, `&documentId={${alias}.documentId}`), 'judge', { reason }));
      // The draft and the published version differ.
      await bench.send(put('/sheets/{a.documentId}?status=draft', { count: 2 }));
      await bench.send(put('/sheets/{b.documentId}?status=draft', { count: 1 }));
      for (const [verb, alias, reason] of [
        ['update', 'a', 'row'],
        ['update', 'b', 'allowed'],
        ['find', 'a', 'allowed'],
        ['find', 'b', 'row'],
        ['delete', 'a', 'row'],
      ] as const)
        await bench.send(explains(asked(verb, `&documentId={${alias}.documentId}`), 'judge', { reason }));
      await bench.send({ send: 'PUT', path: '/users/{userUser.id}', body: { blocked: true } });
      await bench.send(explains(asked('update'), 'judge', { reason: 'blocked' }));
      await bench.send({ send: 'PUT', path: '/users/{userUser.id}', body: { blocked: false } });
      await bench.send(explains(`user={userUser.id}&action=${OPEN}`, 'judge', { reason: 'allowed' }));
      for (const [words, status] of [
        [asked('none'), 404],
        [`user=999999999&action=${SHEET}.find`, 404],
        [asked('find', '&documentId=unknown'), 404],
        [`user=x&action=${SHEET}.find`, 400],
        ['user={userUser.id}', 400],
        [`${asked('find')}&colour=red`, 400],
      ] as const)
        await bench.send(looks(`/explain?${words}`, 'judge', { status }));
    },
  ),
  served(
    'quire.admin.explain',
    { a: sheet({ count: 1 }), b: sheet({ count: 2 }), d: article() },
    async (bench) => {
      await person(bench, 'user', [
        { action: `${SHEET}.find`, where: { count: 1 } },
        `${SHEET}.readDraft`,
        `${SHEET}.update`,
        'api::article.article.find',
      ]);
      await person(bench, 'other');
      const own = {
        rule: null,
        roles: exactly([]),
        role: { name: '{user.name}' },
        user: { username: '{user.name}' },
      };
      await bench.send(explains(`action=${SHEET}.find`, 'user', { ...own, reason: 'allowed' }));
      await bench.send(
        explains(`user={userUser.id}&action=${SHEET}.publish`, 'user', { ...own, reason: 'missing' }),
      );
      await bench.send(
        explains(`action=${SHEET}.update&documentId={a.documentId}`, 'user', { ...own, reason: 'allowed' }),
      );
      await bench.send(
        explains('action=api::article.article.find&documentId={d.documentId}', 'user', { reason: 'allowed' }),
      );
      // A document that the caller cannot see is unknown.
      await bench.send(
        looks(`/explain?action=${SHEET}.update&documentId={b.documentId}`, 'user', { status: 404 }),
      );
      await bench.send(
        looks(`/explain?user={otherUser.id}&action=${SHEET}.find`, 'user', forbidden('only ask about you')),
      );
      await bench.send(looks(`/explain?action=${SHEET}.find`, null, { status: 401 }));
      await bench.send(get('/sheets/{a.documentId}', { status: 200 }));
    },
    { name: 'about the caller' },
  ),
];

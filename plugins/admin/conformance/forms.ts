// Cases of what forms and screens of the admin ask beside documents: free uids, the settings of plugins, who else has a document open.
import { made } from '../../../conformance/cases/build';
import type { Case, Step } from '../../../conformance/cases/case';
import { exactly, is, only, type Pattern } from '../../../conformance/cases/pattern';
import { SHEET, served, sheet } from '../../../conformance/cases/served';
import { forbidden, looks, ofSheets, person } from './build';

const ARTICLE = 'api::article.article';
const ofArticles = (...verbs: string[]): string[] => verbs.map((verb) => `${ARTICLE}.${verb}`);

export const adminFormCases: readonly Case[] = [
  served('quire.admin.uid', {}, async (bench) => {
    // A uid has small letters only.
    const slug = `p${bench.mark.toLowerCase()}`;
    const text = `P${bench.mark}`;
    const at = (words: string, uid = ARTICLE, name = 'slug'): string => `/uid/${uid}/${name}?${words}`;
    const free = (words: string, uid: string | null, as = 'writer'): Step =>
      looks(at(words), as, { status: 200, body: only({ data: only({ uid }) }) });
    await person(bench, 'writer', ofArticles('create', 'update'));
    await person(bench, 'updater', ofArticles('update'));
    await person(bench, 'creator', [...ofArticles('create'), 'api::check.check.create']);
    await bench.send(free(`text=${text}`, slug));
    await bench.make('draft', made('/articles?status=draft', { title: 'x', slug }));
    await bench.send(free(`text=${text}`, `${slug}-1`));
    await bench.make('published', made('/articles', { title: 'x', slug: `${slug}-1` }));
    // Its published version keeps the former uid.
    await bench.send({
      ...{ send: 'PUT', path: '/articles/{published.documentId}?status=draft' },
      body: { data: { slug: `${slug}-other` } },
    });
    await bench.make('french', made('/articles?locale=fr', { title: 'x', slug: `${slug}-2` }));
    await bench.send(free(`text=${text}`, `${slug}-3`));
    // Its own uid is free for a document.
    await bench.send(free(`text=${text}&documentId={published.documentId}`, `${slug}-1`));
    await bench.send(free(`text=${text}&documentId={draft.documentId}`, slug, 'updater'));
    await bench.send(free('text=…', null));
    for (const [words, as, status] of [
      [at(`text=${text}`), 'updater', 403],
      [at(`text=${text}&documentId={draft.documentId}`), 'creator', 403],
      [at(`text=${text}`), null, 401],
      [at(`text=${text}`, ARTICLE, 'title'), 'writer', 404],
      [at(`text=${text}`, ARTICLE, 'nothing'), 'writer', 404],
      [at(`text=${text}`, 'api::none.none'), 'writer', 404],
      [at(`text=${text}`, 'api::check.check', 'uidv'), 'creator', 200],
      [at(`text=${'a'.repeat(1_000)}`), 'writer', 200],
      [at(`text=${'a'.repeat(1_001)}`), 'writer', 400],
      [at(''), 'writer', 400],
      [at(`text=${text}&colour=red`), 'writer', 400],
    ] as const)
      await bench.send(looks(words, as, { status }));
  }),
  served('quire.admin.settings', {}, async (bench) => {
    const read = 'plugin::admin.settings.read';
    await person(bench, 'reader', [read]);
    await person(bench, 'other', ofSheets('find'));
    await bench.send(looks('/settings', 'other', forbidden()));
    await bench.send(looks('/settings', null, { status: 401 }));
    const { body, text } = await bench.send(
      looks('/settings', 'reader', {
        status: 200,
        headers: { 'cache-control': 'no-store' },
        body: only({ data: only({ plugins: is.list, disabled: is.including('jobs', 'tracing') }) }),
      }),
    );
    const { plugins, disabled } = Object(body).data;
    const found = (name: string) => plugins.find((plugin: { name: string }) => plugin.name === name);
    const setting = (key: string, more: object): Pattern =>
      only({ key, description: is.any, variables: is.list, value: is.any, from: is.text, ...more });
    const listed = (...all: Pattern[]): Pattern => ({ settings: is.including(...all) });
    bench.compare(
      'the settings of the admin',
      listed(
        setting('name', { value: 'The suite', from: 'configuration', variables: exactly([]) }),
        setting('sessions.days', { value: 14, from: 'default', description: is.text }),
      ),
      found('admin'),
    );
    bench.compare(
      'a secret of the file',
      listed(setting('secret', { value: '[hidden]', from: 'configuration' })),
      found('two-factor'),
    );
    if (text.includes('the secret of second factors'))
      bench.fail('a secret is in the answer', '[hidden]', found('two-factor'));
    const both = disabled.filter((name: string) => found(name) !== undefined);
    if (both.length > 0) bench.fail('a plugin is either enabled or disabled', [], both);
  }),
  served(
    'quire.admin.presence',
    { a: sheet(), d: { ...sheet(), at: '/sheets?status=draft' } },
    async (bench) => {
      await person(bench, 'reader', ofSheets('findOne'));
      await person(bench, 'visitor', ['api::homepage.homepage.find']);
      await person(bench, 'blind');
      const opens = (path: string, as: string | null, status: number): Step =>
        looks(`/presence/${path}`, as, { status });
      await bench.send(opens(`${SHEET}/{a.documentId}`, null, 401));
      await bench.send(opens(`${SHEET}/{a.documentId}`, 'blind', 403));
      await bench.send(opens(`${SHEET}/{d.documentId}`, 'reader', 404));
      await bench.send(opens(`${SHEET}/unknown`, 'reader', 404));
      await bench.send(opens('api::none.none/x', 'reader', 404));
      await bench.send(opens('api::homepage.homepage/unknown', 'visitor', 404));
      await bench.send(opens(`${SHEET}/{a.documentId}?locale=`, 'reader', 400));
      await bench.send(opens(`${SHEET}/{a.documentId}?locale=${'x'.repeat(21)}`, 'reader', 400));
    },
  ),
];

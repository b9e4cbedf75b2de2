// The messages of `quire create`, and that a failed command leaves no file. scripts/created.test.ts runs the created folders.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { folder, quire, removeFolders } from '../testing-command-line';

const ROOT = resolve(__dirname, '..', '..', '..', '..', '..');
afterAll(removeFolders);

const filesIn = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort((a, b) => (a < b ? -1 : 1));
const read = (...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8'));

describe('quire create', () => {
  it.each([
    [[], 2, 'Expected one of: app, plugin, component, type.\n'],
    [['thing'], 2, '"thing" is not one of: app, plugin, component, type.\n'],
    [['--help'], 0, ''],
  ])('%j names its commands', (args, code, message) => {
    const { status, stdout, stderr } = quire('create', ...args);
    expect(code === 0 ? stdout : stderr).toMatch(
      /quire create app DIR \[--ts\] \[--empty\] \[--from-strapi PROJECT\]\n[\s\S]*quire create plugin NAME[\s\S]*quire create type NAME[\s\S]* app +Creates an application/,
    );
    expect(stderr.slice(0, stderr.indexOf('\n') + 1)).toBe(message);
    expect(status).toBe(code);
  });

  it.each(['app', 'plugin', 'type'])('create %s wants one word', (word) => {
    for (const args of [[], ['one', 'two']]) {
      const { status, stderr } = quire('create', word, ...args);
      expect(stderr).toMatch(/^Expected one word: (DIR|NAME)\./);
      expect(status).toBe(2);
    }
    expect(quire('create', word, '--help').stdout).toContain(`quire create ${word}`);
  });
});

describe('wrong input', () => {
  const cases: readonly [string, (dir: string) => string[], RegExp][] = [
    [
      'an application in a full folder',
      (dir) => ['app', join(dir, 'quire-plugin-full')],
      /The folder .* is not empty\. Choose/,
    ],
    [
      'an application in place of a file',
      (dir) => ['app', join(dir, 'file')],
      /file is a file\. Choose the name of a new folder/,
    ],
    [
      'an application whose name npm refuses',
      (dir) => ['app', join(dir, 'My App')],
      /"My App" cannot be the name of a package\. .*like my-app/,
    ],
    [
      'an application with the name of Quire',
      (dir) => ['app', join(dir, 'quire-cms')],
      /"quire-cms" cannot be the name of a package/,
    ],
    ['an application below a file', (dir) => ['app', join(dir, 'file', 'app')], /ENOTDIR|not a directory/],
    ['a plugin', (dir) => ['plugin', 'My_Plugin', '--dir', dir], /"My_Plugin" cannot be .*like audit-log/],
    [
      'a plugin with the name of a built-in one',
      (dir) => ['plugin', 'rest', '--dir', dir],
      /"rest" is a built-in plugin\. Choose another name/,
    ],
    [
      'a plugin in a full folder',
      (dir) => ['plugin', 'full', '--dir', dir],
      /quire-plugin-full is not empty/,
    ],
    ['a type', (dir) => ['type', 'Blog Post', '--dir', dir], /"Blog Post" cannot be .*like blog-post/],
    ['a type that exists', (dir) => ['type', 'thing', '--dir', dir], /thing\.json exists\. Choose another/],
    [
      'a type with the plural of another',
      (dir) => ['type', 'zone', '--plural', 'things', '--dir', dir],
      /config\/content-types\/zone\.json.*"things" is already a name of api::thing\.thing; choose another/,
    ],
    [
      'a type with an unknown attribute type',
      (dir) => ['type', 'other', '--attributes', 'name:sting', '--dir', dir],
      /other\.json → attributes\.name\.type: .*string/,
    ],
    [
      'an unknown attribute type with a hyphen',
      (dir) => ['type', 'other', '--attributes', 'place:geo-point', '--dir', dir],
      /other\.json → attributes\.place\.type: .*geo-point/,
    ],
    [
      'a relation to an unknown type',
      (dir) => ['type', 'other', '--attributes', 'a:relation=thng', '--dir', dir],
      /there is no content type "api::thng\.thng"; did you mean "api::thing\.thing"/,
    ],
    [
      'an attribute without a type',
      (dir) => ['type', 'other', '--attributes', 'name', '--dir', dir],
      /"name" is not an attribute\. Write NAME:TYPE/,
    ],
    [
      'an attribute twice',
      (dir) => ['type', 'other', '--attributes', 'a:string,a:text', '--dir', dir],
      /"a" is there twice\. Remove/,
    ],
    [
      'an enumeration without values',
      (dir) => ['type', 'other', '--attributes', 'a:enumeration', '--dir', dir],
      /needs a value: a:enumeration=new\|used/,
    ],
    [
      'a text with a value',
      (dir) => ['type', 'other', '--attributes', 'a:string=x', '--dir', dir],
      /the type "string" takes no value/,
    ],
    [
      'an option that nothing knows',
      (dir) => ['type', 'other', '--options', 'localized', '--dir', dir],
      /options\.localized: no enabled plugin[\s\S]*/,
    ],
    [
      'an option of a disabled plugin',
      (dir) => ['type', 'other', '--options', 'i18n.localized', '--dir', dir],
      /PLUGIN\.NAME, for example i18n\.localized[\s\S]*pluginOptions\.i18n: .*enable/,
    ],
    [
      'an attribute of a disabled plugin',
      (dir) => ['type', 'other', '--attributes', 'cover:media', '--dir', dir],
      /attributes\.cover: .*upload/,
    ],
    [
      'a component without a category',
      (dir) => ['component', 'size', '--dir', dir],
      /"size" cannot be the name of a component\. .*like shop\.size/,
    ],
    [
      'a type outside of an application',
      (dir) => ['type', 'other', '--dir', join(dir, 'quire-plugin-full')],
      /is not an application.*quire create app.*--dir PATH/,
    ],
  ];
  it.each(cases)('%s gets one message, and no file stays', (_what, argsOf, text) => {
    const dir = folder({ file: 'a file', 'quire-plugin-full/mine.txt': 'mine' });
    const before = filesIn(dir);
    const { status, stderr } = quire('create', ...argsOf(dir));
    expect(stderr).toMatch(text);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(status).toBe(1);
    expect(filesIn(dir)).toEqual(before);
  });
});

describe('quire create type', () => {
  it('writes a definition that the application loads', () => {
    const dir = folder();
    const list = 'name:string!,kind:enumeration=new|used,thing:relation=thing,price:decimal';
    const { status, stdout } = quire('create', 'type', 'story', '--attributes', list, '--dir', dir);
    expect([stdout, status]).toEqual([expect.stringContaining('api::story.story'), 0]);
    const schema = relative(
      join(dir, 'config', 'content-types'),
      join(ROOT, 'dist/schema/content-type.schema.json'),
    );
    expect(read(dir, 'config/content-types/story.json')).toEqual({
      $schema: schema,
      kind: 'collectionType',
      info: { singularName: 'story', pluralName: 'stories', displayName: 'Story' },
      attributes: {
        name: { type: 'string', required: true },
        kind: { type: 'enumeration', enum: ['new', 'used'] },
        thing: { type: 'relation', relation: 'manyToOne', target: 'api::thing.thing' },
        price: { type: 'decimal' },
      },
    });
    expect(quire('describe', '--dir', dir).stdout).toContain('api::story.story');
  });

  it('makes single types, plurals and options by flag', () => {
    const dir = folder();
    const options = ['--single', '--plural', 'home-pages', '--options', 'timestamps', '--dir', dir];
    expect(quire('create', 'type', 'home-page', ...options).status).toBe(0);
    expect(read(dir, 'config/content-types/home-page.json')).toMatchObject({
      kind: 'singleType',
      info: { singularName: 'home-page', pluralName: 'home-pages', displayName: 'Home page' },
      options: { timestamps: true },
      attributes: { name: { type: 'string', required: true } },
    });
  });

  it('writes options of plugins, and a component for them', () => {
    const dir = folder({ 'config/plugins.json': '{ "i18n": true, "rest": true }' });
    expect(
      quire('create', 'component', 'shop.size', '--attributes', 'width:decimal!', '--dir', dir).status,
    ).toBe(0);
    expect(read(dir, 'config/components/shop/size.json')).toMatchObject({
      info: { displayName: 'Size' },
      attributes: { width: { type: 'decimal', required: true } },
    });
    const args = ['--options', 'i18n.localized', '--attributes', 'size:component=shop.size', '--dir', dir];
    expect(quire('create', 'type', 'box', ...args).status).toBe(0);
    expect(read(dir, 'config/content-types/box.json')).toMatchObject({
      pluginOptions: { i18n: { localized: true } },
      attributes: { size: { type: 'component', component: 'shop.size' } },
    });
  });

  it('uses the layout of the application', () => {
    const dir = folder();
    mkdirSync(join(dir, 'src', 'api'), { recursive: true });
    expect(quire('create', 'type', 'box', '--dir', dir).status).toBe(0);
    expect(read(dir, 'src/api/box/content-types/box/schema.json').info.pluralName).toBe('boxes');
  });
});

it('creates an application in an empty folder, and keeps that folder', () => {
  const dir = folder();
  const empty = join(dir, 'empty');
  mkdirSync(empty);
  expect(quire('create', 'app', empty).status).toBe(0);
  expect(filesIn(empty)).toEqual(expect.arrayContaining(['.gitignore', 'README.md', 'package.json']));
  // This copy of Quire is a clone, which no registry has.
  expect(read(empty, 'package.json')).toMatchObject({
    name: 'empty',
    dependencies: { 'quire-cms': `file:${relative(empty, ROOT)}` },
  });
  writeFileSync(join(empty, 'package.json'), '{}');
  expect(quire('create', 'app', empty).status).toBe(1);
  expect(readFileSync(join(empty, 'package.json'), 'utf8')).toBe('{}');
  expect(existsSync(join(empty, 'gitignore'))).toBe(false);
});

describe('an application', () => {
  it('has its configuration in TypeScript with --ts', () => {
    const dir = join(folder(), 'typed');
    expect(quire('create', 'app', dir, '--ts').status).toBe(0);
    expect(filesIn(join(dir, 'config')).filter((name) => /\.(ts|js)$/.test(name))).toEqual([
      'database.ts',
      'plugins.ts',
      'server.ts',
    ]);
    const { status, stdout } = quire('describe', '--dir', dir);
    expect([status, stdout]).toEqual([0, expect.stringContaining('api::article.article')]);
  });

  it('with --empty takes the content types of a project, also an article', () => {
    const dir = join(folder(), 'brought');
    expect(quire('create', 'app', dir, '--empty').status).toBe(0);
    expect(filesIn(dir).filter((name) => name.includes('article'))).toEqual([]);
    const file = join(dir, 'src/api/article/content-types/article/schema.json');
    mkdirSync(dirname(file), { recursive: true });
    const info = { singularName: 'article', pluralName: 'articles', displayName: 'Article' };
    writeFileSync(file, JSON.stringify({ info, attributes: { title: { type: 'string' } } }));
    const granted = quire('role', 'grant', 'public', 'api::article.*', '--dir', dir);
    expect([granted.status, granted.stdout]).toEqual([
      0,
      expect.stringContaining('granted api::article.article.find'),
    ]);
    const copy = join(dir, 'copy.db');
    expect(quire('backup', copy, '--dir', dir)).toMatchObject({ status: 0 });
    expect(quire('backup', copy, '--dir', dir).stderr).toContain('exists. Choose the name of a new file');
    const revoked = quire('role', 'revoke', 'public', 'api::article.*', '--dir', dir);
    expect(revoked.stdout).toContain('revoked api::article.article.findOne');
    expect(quire('role', 'grant', 'public', 'api::artcle.*', '--dir', dir).stderr).toContain(
      'did you mean "api::article.*"?',
    );
    writeFileSync(join(dir, 'config/database.json'), '{ "client": "sqlite", "filename": "copy.db" }');
    rmSync(join(dir, 'config/database.js'));
    expect(quire('role', 'list', 'public', '--dir', dir).stdout).toContain('api::article.article.find');
  });
});

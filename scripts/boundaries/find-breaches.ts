// Compares the imports of a checkout with the rules: rooms, folders, circles, drivers, plugins, words that the core must not know.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { circlesOf, type Import, importsOf, sourceFiles } from './find-imports';
import { circlesOfFolders } from './folder-circles';
import { type Allowed, DRIVERS, FOLDERS, FOREIGN_WORDS, OWN_WORDS, WORDS_OF_KERNEL } from './rules';

export interface BoundariesReport {
  readonly files: number;
  readonly imports: number;
  readonly breaches: readonly string[];
}

const TESTS = /\.test\.ts$|\/tests\/|\/test(ing)?-[\w-]+\.ts$/;

export function findBreaches(root: string): BoundariesReport {
  const files = ['core', 'plugins', 'conformance', 'scripts', 'examples', 'testing'].flatMap((folder) =>
    sourceFiles(root, folder),
  );
  const imports = files.flatMap((file) => importsOf(root, file));
  const breaches = [
    ...imports.flatMap((one) =>
      rulesBrokenBy(root, one).map((rule) => `${one.from} imports ${one.specifier}: ${rule}`),
    ),
    ...circlesOf(imports).map((circle) => `${circle.join(' → ')}: files import each other in a circle`),
    ...circlesOfFolders(
      imports.filter(({ from }) => /^(core|plugins|conformance)\//.test(from) && !TESTS.test(from)),
    ).map(([from, to]) => `${from} and ${to}: folders import each other`),
    ...files.flatMap((file) => foreignWordsIn(root, file)),
  ];
  return { files: files.length, imports: imports.length, breaches };
}

const TEST_KIT_IMPORTS = /^(testing\/|core\/index\.ts$|core\/testing\/|plugins\/[^/]+\/index\.ts$)/;

function rulesBrokenBy(root: string, one: Import): string[] {
  const isTest = TESTS.test(one.from);
  if (one.from.startsWith('core/')) return coreRules(one, isTest);
  if (/^plugins\/[^/]+\/conformance\//.test(one.from)) return pluginCaseRules(one);
  if (one.from.startsWith('plugins/')) return pluginRules(root, one, isTest);
  if (one.from.startsWith('conformance/') && one.to !== null && /^(core|plugins)\//.test(one.to))
    return ['conformance imports neither core nor plugins'];
  if (one.from.startsWith('testing/') && one.to !== null && !TEST_KIT_IMPORTS.test(one.to))
    return ['the test kit imports core/index.ts, core/testing, the index of plugins, and its own files'];
  if (one.from.startsWith('examples/')) return exampleRules(one, isTest);
  return [];
}

function coreRules(one: Import, isTest: boolean): string[] {
  if (DRIVERS.test(one.specifier) && !/^core\/(database|testing)\//.test(one.from) && !isTest)
    return ['only core/database imports knex and drivers'];
  if (one.to === null) return [];
  if (!one.to.startsWith('core/')) return ['core imports nothing outside of core'];
  return isTest ? [] : brokenFolderRules(one.from, one.to);
}

/** The rule of the deepest folder that contains both files. */
function brokenFolderRules(from: string, to: string): string[] {
  const own = from.split('/');
  const target = to.split('/');
  let depth = 0;
  while (depth < own.length - 1 && own[depth] === target[depth]) depth++;
  const folder = own.slice(0, depth).join('/');
  const rules = FOLDERS[folder];
  if (!rules) return [];
  const nameOf = (path: readonly string[]): string => {
    const name = path[depth] ?? '.';
    return rules[name] ? name : '.';
  };
  return notAllowed(rules, nameOf(own), nameOf(target), `${folder}/`);
}

function notAllowed(rules: Allowed, from: string, to: string, prefix: string): string[] {
  const allowed = rules[from] ?? [];
  if (from === to || allowed === 'all' || allowed.includes(to)) return [];
  const names = allowed.map((name) => prefix + name).join(', ') || 'nothing';
  return [`${prefix}${from} may import ${names}, not ${prefix}${to}`];
}

/** Cases know a deployment only by its answers. */
function pluginCaseRules({ from, to }: Import): string[] {
  const own = from.slice(0, from.indexOf('/conformance/') + '/conformance/'.length);
  const isAllowed = to === null || to.startsWith('conformance/') || to.startsWith(own);
  return isAllowed ? [] : ['cases of a plugin import conformance and their own files'];
}

function pluginRules(root: string, one: Import, isTest: boolean): string[] {
  const plugin = pluginOf(one.from);
  if (/^graphql(\/|$)/.test(one.specifier) && plugin !== 'graphql')
    return ['only plugins/graphql imports graphql'];
  if (DRIVERS.test(one.specifier)) return ['only core/database imports knex and drivers'];
  if (one.to === null) return [];
  if (one.to.startsWith('core/')) {
    const isSurface = one.to === 'core/index.ts' || (isTest && one.to.startsWith('core/testing/'));
    return isSurface ? [] : ['a plugin imports core/index.ts and no other file of core'];
  }
  if (one.to.startsWith(`plugins/${plugin}/`)) return isTest ? [] : brokenFolderRules(one.from, one.to);
  const other = pluginOf(one.to);
  // Tests of a plugin act as the persons of the plugins that it needs.
  const isShared =
    one.to === `plugins/${other}/index.ts` || (isTest && one.to === `plugins/${other}/tests/app.ts`);
  const isDeclared = isShared && dependenciesOf(root, plugin).includes(other);
  return isDeclared ? [] : [`${plugin} may import only the index of plugins in its list of dependencies`];
}

/** An example uses the package as its users do. */
function exampleRules(one: Import, isTest: boolean): string[] {
  const folder = one.from.slice(0, one.from.lastIndexOf('/') + 1);
  const isOwn = one.to?.startsWith(folder) ?? false;
  const isPublic = one.specifier === 'quire-cms' || (isTest && one.specifier === 'quire-cms/testing');
  if (isOwn || isPublic || one.specifier.startsWith('node:')) return [];
  return ['an example imports quire-cms, node and its own files'];
}

function foreignWordsIn(root: string, file: string): string[] {
  if (!file.startsWith('core/') || file.startsWith('core/decisions/') || file.endsWith('.example.ts'))
    return [];
  const lines = readFileSync(join(root, file), 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    const foreign = line
      .replace(OWN_WORDS, '')
      .replace(/^core\/(kernel|cluster)\//.test(file) ? WORDS_OF_KERNEL : '', '');
    const word = FOREIGN_WORDS.exec(foreign)?.[0];
    return word ? [`${file}:${index + 1}: "${word}" belongs to a plugin; the core must not know it`] : [];
  });
}

const pluginOf = (file: string): string => file.split('/')[1] ?? '';

function dependenciesOf(root: string, plugin: string): string[] {
  const text = readFileSync(join(root, 'plugins', plugin, 'index.ts'), 'utf8');
  const list = /dependencies:\s*\[([^\]]*)\]/.exec(text)?.[1] ?? '';
  return [...list.matchAll(/['"]([^'"]+)['"]/g)].map(([, name]) => name ?? '');
}

// Each file of this folder shows in its header a query and statements that the query becomes on SQLite. `…` stands for any text.
//
// Query: tag?fields=name
//   SELECT count(*) FROM "tag_list" t0
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'qs';
import { sqliteDialect } from '../../../database/dialects/sqlite';
import { prepareQuery } from '../../query/prepare';
import { CONTEXT as LIMITED, SCHEMA, typeNamed } from '../../query/test-schema';
import { compileAggregate } from './aggregate';
import { compileRoot, type SelectOptions } from './select';

const CONTEXT = { ...LIMITED, limits: { ...LIMITED.limits, populatePages: true } };
const FOLDER = join(__dirname, '../../../../../core/content/sql/compile');
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));

test.each(FILES)('%s', (file) => {
  const shown = headerOf(readFileSync(join(FOLDER, file), 'utf8'));
  expect(shown.statements.length).toBeGreaterThan(0);
  const compiled = statementsOf(shown.query, shown.words);
  for (const statement of shown.statements)
    if (!compiled.some((each) => patternOf(statement).test(each)))
      expect(compiled.join('\n')).toContain(statement);
});

interface Header {
  readonly query: string;
  /** Of aggregates, as JSON; null: the query reads documents. */
  readonly words: string | null;
  readonly statements: readonly string[];
}

/** A line of three blanks begins a statement, a line of five goes on with it. */
function headerOf(source: string): Header {
  const header = source.slice(0, source.search(/^[^/]/m));
  const query = /^\/\/ Query: (.+)$/m.exec(header)?.[1] ?? '';
  const statements = [...header.matchAll(/^\/\/ {3}(\S.*(?:\n\/\/ {5}\S.*)*)/gm)];
  const words = /^\/\/ Words: (.+)$/m.exec(header)?.[1] ?? null;
  return { query, words, statements: statements.map(([, text = '']) => text.replaceAll(/\n\/\/ {5}/g, ' ')) };
}

const OPTIONS: SelectOptions = {
  schema: SCHEMA,
  dialect: sqliteDialect,
  dormant: () => [],
  uniform: () => true,
  indexes: new Map([
    [
      'tag_list',
      [{ name: 'tag_list_search_fts', columns: ['document_id', 'name'], unique: false, search: true }],
    ],
  ]),
};

function statementsOf(query: string, words: string | null): readonly string[] {
  const [type = '', params = ''] = query.split('?');
  const raw = parse(params, { depth: 100, strictNullHandling: true });
  const context = words === null ? CONTEXT : { ...CONTEXT, aggregate: JSON.parse(words) };
  const tree = prepareQuery(raw, typeNamed(type), context, false);
  const plan = words === null ? compileRoot(tree, 'list', OPTIONS) : compileAggregate(tree, OPTIONS);
  const found: string[] = [];
  const visit = (part: unknown): void => {
    if (part instanceof Map) for (const each of part.values()) visit(each);
    else if (typeof part === 'object' && part !== null)
      for (const [key, value] of Object.entries(part))
        if (key === 'sql') found.push(String(value));
        else visit(value);
  };
  visit(plan);
  return found;
}

const patternOf = (statement: string): RegExp =>
  new RegExp(
    `^${statement
      .split('…')
      .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  );

test('a filter whose field reads the row above is no list made once', () => {
  const tree = prepareQuery(
    parse('fields=name&filters[articles][kind]=news'),
    typeNamed('tag'),
    CONTEXT,
    false,
  );
  const text = () => compileRoot(tree, 'list', OPTIONS).page.statement.sql;
  expect(text()).toMatch(/"document_id" IN \(SELECT/);
  const related = tree.filter;
  if (related?.kind !== 'related' || related.where?.kind !== 'compare') throw new Error('another tree');
  const field = { ...related.where.field, expression: (_own: ColumnOf, above: ColumnOf) => above('pending') };
  related.where = { ...related.where, field };
  expect(text()).toMatch(/"tag_list" (t\d+) WHERE EXISTS \(SELECT 1 .* \1\."pending" = \?/);
});

type ColumnOf = (column: string) => string;

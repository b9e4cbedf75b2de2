// The texts of the admin: those that its source shows, and what the catalogue of a language lacks.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';

const APP = join(__dirname, '..', '..', 'plugins', 'admin', 'app');
const CATALOGUES = join(APP, 'i18n', 'messages');
const SHOWN_ATTRIBUTES = /^(aria-label|aria-description|title|label|placeholder|alt|submit)$/;
const LETTERS = /\p{L}{2}/u;

export interface SourceMessages {
  /** English text → the text for one thing, if it has plural forms. */
  readonly messages: ReadonlyMap<string, string | null>;
  /** Texts in elements that no catalogue can translate. */
  readonly bare: readonly string[];
}

export function messagesOfSource(): SourceMessages {
  const messages = new Map<string, string | null>();
  const bare: string[] = [];
  const names = readdirSync(APP, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((each) => /\.tsx?$/.test(each))) {
    const file = join(APP, name);
    const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, true, kind);
    const visit = (node: ts.Node): void => {
      if (ts.isCallExpression(node)) addCall(node, messages);
      if (isBare(node)) {
        const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
        bare.push(`${relative(APP, file)}:${line + 1}: ${node.getText(source).trim()}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { messages, bare };
}

function addCall(
  { expression, arguments: given }: ts.CallExpression,
  messages: Map<string, string | null>,
): void {
  if (!ts.isIdentifier(expression)) return;
  const textAt = (index: number): string | null => {
    const found = given[index];
    return found && ts.isStringLiteralLike(found) ? found.text : null;
  };
  const [text, one] =
    expression.text === 'plural'
      ? [textAt(2), textAt(1)]
      : ['t', 'msg', 'rich'].includes(expression.text)
        ? [textAt(0), null]
        : [null, null];
  if (text !== null) messages.set(text, one);
}

function isBare(node: ts.Node): boolean {
  if (ts.isJsxText(node)) {
    const { parent } = node;
    const isCode = ts.isJsxElement(parent) && parent.openingElement.tagName.getText() === 'code';
    return LETTERS.test(node.text) && !isCode;
  }
  if (!ts.isJsxAttribute(node) || !SHOWN_ATTRIBUTES.test(node.name.getText())) return false;
  const value =
    node.initializer && ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer;
  if (!value) return false;
  if (ts.isTemplateExpression(value))
    return [value.head, ...value.templateSpans.map(({ literal }) => literal)].some(({ text }) =>
      LETTERS.test(text),
    );
  return ts.isStringLiteralLike(value) && LETTERS.test(value.text);
}

export const languagesOfCatalogues = (): readonly string[] =>
  readdirSync(CATALOGUES).map((name) => name.replace('.json', ''));

export interface Faults {
  readonly missing: readonly string[];
  readonly unused: readonly string[];
  /** Other placeholders than the English text, or other plural forms than the language has. */
  readonly different: readonly string[];
}

export function faultsOf(language: string, { messages }: SourceMessages): Faults {
  const catalogue: Readonly<Record<string, unknown>> = JSON.parse(
    readFileSync(join(CATALOGUES, `${language}.json`), 'utf8'),
  );
  const different = [...messages].filter(([text, one]) => {
    const found = catalogue[text];
    if (found === undefined) return false;
    if (one === null) return typeof found !== 'string' || namesIn(found) !== namesIn(text);
    return !hasForms(found, language, text);
  });
  return {
    missing: [...messages.keys()].filter((text) => catalogue[text] === undefined || catalogue[text] === ''),
    unused: Object.keys(catalogue).filter((text) => !messages.has(text)),
    different: different.map(([text]) => text),
  };
}

const namesIn = (text: string): string =>
  [...new Set(text.match(/\{\w+\}/g) ?? [])].sort((a, b) => a.localeCompare(b)).join(' ');

/** Counts that editors meet. Some languages have a form for millions, too. */
const COUNTS = Array.from({ length: 200 }, (_, count) => count);

/** Each form that the language uses, and no other. A form may leave out `{count}`, such as the Arabic form for two. */
function hasForms(found: unknown, language: string, text: string): boolean {
  if (typeof found !== 'object' || found === null) return false;
  const rules = new Intl.PluralRules(language);
  const needed = new Set<string>([...COUNTS.map((count) => rules.select(count)), 'other']);
  const without = (form: string): string =>
    namesIn(form)
      .replace(/\{count\} ?/, '')
      .trim();
  const forms = Object.entries(found);
  return (
    forms.length === needed.size &&
    forms.every(
      ([name, form]) => needed.has(name) && typeof form === 'string' && without(form) === without(text),
    )
  );
}

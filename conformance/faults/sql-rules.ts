// Faults in the text of SQL statements.
import ts from 'typescript';
import type { Change } from './fault';

/** Upper case only: these words are SQL, not English. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/ AND /, ' OR '],
  [/ OR /, ' AND '],
  [/\bASC\b/, 'DESC'],
  [/\bDESC\b/, 'ASC'],
  [/\bIS NOT NULL\b/, 'IS NULL'],
  [/\bIS NULL\b/, 'IS NOT NULL'],
  [/\bNOT (?!NULL)/, ''],
  [/\bLEFT JOIN\b/, 'JOIN'],
  [/\bDISTINCT /, ''],
  [/ <= /, ' < '],
  [/ >= /, ' > '],
  [/ < /, ' <= '],
  [/ > /, ' >= '],
  [/ = /, ' <> '],
];
const isSql = (text: string): boolean =>
  /\b(SELECT|WHERE|AND|OR|FROM|JOIN|EXISTS|NULL|ORDER BY|CASE|UPDATE|DELETE|ASC|DESC|NOT)\b/.test(text);

export function* sqlFaults(node: ts.Node, source: ts.SourceFile): Generator<Change> {
  const isText =
    ts.isStringLiteral(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddle(node) ||
    ts.isTemplateTail(node);
  if (!isText) return;
  const text = node.getText(source);
  if (!isSql(text)) return;
  for (const [word, becomes] of WORDS)
    if (word.test(text)) yield { rule: 'sql', node, becomes: text.replace(word, becomes) };
}

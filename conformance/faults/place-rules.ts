// The rules: which wrong codes can stand in the place of one node.
import ts from 'typescript';
import type { Change } from './fault';
import { DATABASES } from './other-databases';
import { sqlFaults } from './sql-rules';

const SWAPPED = new Map<ts.SyntaxKind, string>([
  [ts.SyntaxKind.LessThanToken, '<='],
  [ts.SyntaxKind.LessThanEqualsToken, '<'],
  [ts.SyntaxKind.GreaterThanToken, '>='],
  [ts.SyntaxKind.GreaterThanEqualsToken, '>'],
  [ts.SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [ts.SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [ts.SyntaxKind.AmpersandAmpersandToken, '||'],
  [ts.SyntaxKind.BarBarToken, '&&'],
]);

export function* placeFaults(node: ts.Node, source: ts.SourceFile): Generator<Change> {
  const text = (part: ts.Node): string => part.getText(source);
  yield* sqlFaults(node, source);
  if (ts.isIfStatement(node)) {
    const rule = namesDatabase(text(node.expression)) ? 'forget-database' : 'drop-condition';
    yield { rule, node: node.expression, becomes: 'false' };
    yield { rule: 'negate', node: node.expression, becomes: `!(${text(node.expression)})` };
  } else if (ts.isConditionalExpression(node)) {
    const rule = namesDatabase(text(node.condition)) ? 'forget-database' : 'negate';
    yield { rule, node: node.condition, becomes: `!(${text(node.condition)})` };
  } else if (ts.isBinaryExpression(node)) yield* operatorFaults(node, source);
  else if (ts.isExpressionStatement(node)) yield* skippedCalls(node, source);
  else if (ts.isCallExpression(node)) yield* listFaults(node, source);
  else if (ts.isForOfStatement(node))
    yield { rule: 'first-only', node: node.expression, becomes: `[...${text(node.expression)}].slice(0, 1)` };
  else if (ts.isNumericLiteral(node)) yield* numberFaults(node, source);
  else if (node.kind === ts.SyntaxKind.TrueKeyword) yield { rule: 'other-boolean', node, becomes: 'false' };
  else if (node.kind === ts.SyntaxKind.FalseKeyword) yield { rule: 'other-boolean', node, becomes: 'true' };
  else if (ts.isObjectLiteralExpression(node)) yield* databaseFaults(node, source);
}

function* operatorFaults(node: ts.BinaryExpression, source: ts.SourceFile): Generator<Change> {
  const { left, right, operatorToken } = node;
  const swapped = SWAPPED.get(operatorToken.kind);
  if (swapped !== undefined) yield { rule: 'swap-operator', node: operatorToken, becomes: swapped };
  const kind = operatorToken.kind;
  if (kind === ts.SyntaxKind.AmpersandAmpersandToken || kind === ts.SyntaxKind.BarBarToken) {
    yield { rule: 'drop-condition', node, becomes: `(${left.getText(source)})` };
    yield { rule: 'drop-condition', node, becomes: `(${right.getText(source)})` };
  }
  if (kind === ts.SyntaxKind.QuestionQuestionToken)
    yield { rule: 'default-instead', node, becomes: `(${right.getText(source)})` };
}

/** A call whose value is not used checks something, or has an effect. */
function* skippedCalls(node: ts.ExpressionStatement, source: ts.SourceFile): Generator<Change> {
  const { expression } = node;
  const call = ts.isAwaitExpression(expression) ? expression.expression : expression;
  if (!ts.isCallExpression(call) || call.expression.kind === ts.SyntaxKind.SuperKeyword) return;
  if (/^(\w+\.)?(log|logger|console)\b/.test(call.expression.getText(source))) return;
  yield { rule: 'skip-call', node: expression, becomes: 'void 0' };
}

function* listFaults(node: ts.CallExpression, source: ts.SourceFile): Generator<Change> {
  if (!ts.isPropertyAccessExpression(node.expression)) return;
  const { name, expression } = node.expression;
  if (node.expression.questionDotToken || node.arguments.length === 0) return;
  const list = expression.getText(source);
  if (name.text === 'every') yield { rule: 'swap-operator', node: name, becomes: 'some' };
  if (name.text === 'some') yield { rule: 'swap-operator', node: name, becomes: 'every' };
  if (name.text === 'filter') yield { rule: 'drop-condition', node, becomes: `[...${list}]` };
  if (['map', 'flatMap', 'every', 'some', 'find'].includes(name.text))
    yield { rule: 'first-only', node: expression, becomes: `[...${list}].slice(0, 1)` };
}

/** `(0, name.call)()` is a form of the compiler, not a number. */
function* numberFaults(node: ts.NumericLiteral, source: ts.SourceFile): Generator<Change> {
  const { parent } = node;
  if (ts.isBinaryExpression(parent) && parent.operatorToken.kind === ts.SyntaxKind.CommaToken) return;
  if (ts.isVoidExpression(parent)) return;
  const value = Number(node.getText(source).replaceAll('_', ''));
  if (Number.isInteger(value)) yield { rule: 'off-by-one', node, becomes: String(value + 1) };
}

/** One database gets what another database has. */
function* databaseFaults(node: ts.ObjectLiteralExpression, source: ts.SourceFile): Generator<Change> {
  const own = node.properties
    .filter(ts.isPropertyAssignment)
    .filter(({ name }) => DATABASES.includes(name.getText(source)));
  for (const [index, property] of own.entries()) {
    const other = own[(index + 1) % own.length];
    if (own.length > 1 && other)
      yield {
        rule: 'forget-database',
        node: property.initializer,
        becomes: other.initializer.getText(source),
      };
  }
}

const namesDatabase = (text: string): boolean => /['"](sqlite|mysql|postgres)['"]/.test(text);

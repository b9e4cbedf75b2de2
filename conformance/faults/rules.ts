// Faults made by rules: each rule turns one place of a compiled file into wrong code.
import ts from 'typescript';
import type { Fault } from './fault';
import { placeFaults } from './place-rules';

/** All faults of one compiled file, in the order of the text. */
export function faultsOf(file: string, text: string): Fault[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true, ts.ScriptKind.JS);
  const found: Fault[] = [];
  const visit = (node: ts.Node, around: string): void => {
    if (isBoilerplate(node, source)) return;
    const within = nameOf(node) ?? around;
    for (const { rule, node: place, becomes } of placeFaults(node, source))
      found.push({
        ...{ file, within, rule, from: place.getStart(source), to: place.end, becomes },
        runsAt: (ts.isToken(place) && ts.isBinaryExpression(place.parent) ? place.parent : place).getStart(
          source,
        ),
      });
    ts.forEachChild(node, (child) => visit(child, within));
  };
  ts.forEachChild(source, (child) => visit(child, ''));
  return found.sort((left, right) => left.from - right.from);
}

/** The name of a function or class. A function may have that of its variable, property or method: `Outbox.flush`. */
function nameOf(node: ts.Node): string | undefined {
  if (ts.isClassLike(node)) return node.name?.text;
  if (!ts.isFunctionLike(node)) return undefined;
  const { parent } = node;
  const hasVariable =
    ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent) || ts.isPropertyDeclaration(parent);
  const own = node.name ?? (hasVariable ? parent.name : undefined);
  const name = ts.isConstructorDeclaration(node) ? 'constructor' : own?.getText();
  const owner = ts.isPropertyDeclaration(parent) ? parent.parent : parent;
  return name !== undefined && ts.isClassLike(owner) && owner.name ? `${owner.name.text}.${name}` : name;
}

/** Lines that the compiler adds: imports, exports, helpers of decorators. */
function isBoilerplate(node: ts.Node, source: ts.SourceFile): boolean {
  if (node.parent !== source) return false;
  const text = node.getText(source);
  return /^(var|const) (__\w+|\w+) = (\(this && this\.__|require\(|__import\w+\(|tslib)|^Object\.defineProperty\(exports|^require\(|^__exportStar|^exports\.[\s\S]*= void 0;$|= __decorate\(/.test(
    text,
  );
}

export const mutated = (text: string, { from, to, becomes }: Fault): string =>
  text.slice(0, from) + becomes + text.slice(to);

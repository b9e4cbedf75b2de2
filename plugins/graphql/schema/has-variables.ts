// Whether a part of an operation has other values with each request.
import { type ASTNode, BREAK, visit } from 'graphql';

export function hasVariables(node: ASTNode): boolean {
  let found = false;
  visit(node, {
    Variable() {
      found = true;
      return BREAK;
    },
  });
  return found;
}

// The last step of compiling a statement: the marks that the driver wants, and a name under which it keeps what it prepared.
import type { CompileContext, Fragment } from './context';
import type { CompiledStatement } from './plan-types';

let count = 0;

export function finish(fragment: Fragment, context: CompileContext): CompiledStatement {
  return {
    statement: { sql: context.dialect.finish(fragment.text), name: `q${count++}` },
    sources: fragment.params,
  };
}

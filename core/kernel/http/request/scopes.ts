// The scopes of callers whom no plugin describes. Content replaces them by scopes that also say what may be read and written.
import type { RequestScope } from '../../../types';

export interface RequestScopes {
  /** Of an application that is open to everyone. */
  readonly open: RequestScope;
  /** Of a request for which no action was authorised: it may do nothing that needs a permission. */
  readonly unasked: RequestScope;
  /** Before authorisation, and of a connection whose messages are authorised one by one. */
  readonly none: RequestScope;
}

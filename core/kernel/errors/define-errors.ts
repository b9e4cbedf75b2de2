// Turns a table of errors into typed factories. Only tables contain codes, names and statuses.
import { AppError, type ErrorDetails } from './app-error';

export interface ErrorRow<Args extends unknown[]> {
  readonly status: number;
  readonly name: string;
  readonly message: (...args: Args) => string;
  readonly details?: (...args: Args) => ErrorDetails | null;
  readonly headers?: (...args: Args) => Record<string, string>;
  /** The message for logs, when `message` quotes what a client sent. */
  readonly logged?: string;
}

// biome-ignore lint/suspicious/noExplicitAny: the constraint of a heterogeneous table; each row keeps its own argument types
export type ErrorTable = Readonly<Record<string, ErrorRow<any[]>>>;

export type ErrorFactories<T extends ErrorTable> = {
  readonly [K in keyof T]: (...args: ArgumentsOf<T[K]>) => AppError;
};

/** The arguments of `message`; without any, those of `details` or `headers`. */
type ArgumentsOf<Row> = NonEmpty<
  Taken<Row, 'message'>,
  NonEmpty<Taken<Row, 'details'>, NonEmpty<Taken<Row, 'headers'>, []>>
>;
type Taken<Row, Key extends string> = Row extends { readonly [K in Key]: (...args: infer Args) => unknown }
  ? Args
  : [];
type NonEmpty<Args extends unknown[], Else extends unknown[]> = Args extends [] ? Else : Args;

/** All tables by area; a script compares documentation with them. */
export const ERROR_TABLES = new Map<string, ErrorTable>();

export function defineErrors<const T extends ErrorTable>(area: string, table: T): ErrorFactories<T> {
  ERROR_TABLES.set(area, table);
  const factories: Record<string, (...args: unknown[]) => AppError> = {};
  for (const [code, row] of Object.entries(table)) {
    factories[code] = (...args) =>
      new AppError({
        code,
        name: row.name,
        status: row.status,
        message: row.message(...args),
        details: row.details?.(...args),
        headers: row.headers?.(...args),
        logged: row.logged,
      });
  }
  return factories as ErrorFactories<T>;
}

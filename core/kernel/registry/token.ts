// The typed names of services.

/** A name with a type: `const MAILER = token<Mailer>('mailer')`. Two tokens of one name are two tokens. */
export interface Token<T> {
  readonly name: string;
  readonly symbol: symbol;
  /** The hook from which on the service is available: `boot.before`. Absent: from `register` on. */
  readonly availableFrom: string | undefined;
  /** Only for the type; never set. */
  readonly carries?: (value: T) => T;
}

export const token = <T>(name: string, availableFrom?: string): Token<T> => ({
  name,
  symbol: Symbol(name),
  availableFrom,
});

// One type of the generated schema as data: its name, and a function that writes its SDL.

export interface Definition {
  readonly keyword: 'type' | 'input' | 'enum' | 'union' | 'scalar';
  readonly name: string;
  readonly description?: string;
  /** For an input: a value has exactly one key. */
  readonly isOneOf?: boolean;
  /** SDL behind the name: `{ title: String }`, `= Quote | Error`, or nothing. */
  body(): string;
}

/** One field: `articles(sort: [String] = []): [Article]!` */
export interface FieldText {
  readonly name: string;
  write(): string;
}

export const withFields = (
  keyword: 'type' | 'input',
  name: string,
  fields: () => readonly string[],
  more: Pick<Definition, 'description' | 'isOneOf'> = {},
): Definition => ({ keyword, name, ...more, body: () => `{ ${fields().join(' ')} }` });

export function definitionText({ keyword, name, description, isOneOf, body }: Definition): string {
  const described = description === undefined ? '' : `"""${description}"""\n`;
  return `${described}${keyword} ${name} ${isOneOf ? '@oneOf ' : ''}${body()}`;
}

/** The generated schema as SDL text. */
export const writeSdl = (definitions: readonly Definition[]): string =>
  definitions.map(definitionText).join('\n');

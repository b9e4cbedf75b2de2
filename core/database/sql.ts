// SQL with its parameters kept beside it, in the order in which their marks stand in the text. Marks are `?`; a dialect
// that wants others renumbers them once, when a statement is finished.

export interface Sql<P = unknown> {
  readonly text: string;
  readonly params: readonly P[];
}

export const EMPTY: Sql<never> = { text: '', params: [] };

/** Text that we wrote, with no parameter in it. */
export const raw = (text: string): Sql<never> => ({ text, params: [] });

/** One parameter. */
export const param = <P>(value: P): Sql<P> => ({ text: '?', params: [value] });

/** sql`a.id = ${param(3)} AND ${other}`: only fragments go in, so a value cannot become text by mistake. */
export function sql<P>(strings: TemplateStringsArray, ...parts: readonly Sql<P>[]): Sql<P> {
  let text = strings[0] ?? '';
  const params: P[] = [];
  parts.forEach((part, index) => {
    text += part.text + (strings[index + 1] ?? '');
    params.push(...part.params);
  });
  return { text, params };
}

export function join<P>(parts: readonly Sql<P>[], separator: string): Sql<P> {
  return {
    text: parts.map((part) => part.text).join(separator),
    params: parts.flatMap((part) => part.params),
  };
}

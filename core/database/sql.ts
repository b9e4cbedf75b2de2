// SQL text together with its parameters, in the order of their marks. Marks are `?`; a dialect that uses other marks renumbers
// them once per statement. Example: build('DELETE FROM t WHERE id = ', param(7)) is { text: 'DELETE FROM t WHERE id = ?', params: [7] }.

import type { Sql } from './sql-dialect';

export type { Sql };

/** Text of our own, without parameters. */
export const raw = (text: string): Sql<never> => ({ text, params: [] });

/** A mark with its value. */
export const param = (value: unknown): Sql => ({ text: '?', params: [value] });

/** All texts and fragments, in order. */
export function build<P = never>(...parts: readonly (string | Sql<P>)[]): Sql<P> {
  let text = '';
  const params: P[] = [];
  for (const part of parts) {
    if (typeof part === 'string') text += part;
    else {
      text += part.text;
      params.push(...part.params);
    }
  }
  return { text, params };
}

export const join = <P>(parts: readonly Sql<P>[], separator: string): Sql<P> => ({
  text: parts.map(({ text }) => text).join(separator),
  params: parts.flatMap(({ params }) => params),
});

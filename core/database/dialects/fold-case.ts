// Folding of case as the `…i` operators mean it, in JavaScript. Each dialect has an expression with the same result.

/** Unicode's lower-case mapping, with the final sigma as any other: its place in the word must not matter. */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll('ς', 'σ');

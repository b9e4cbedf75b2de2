// JSON.parse whose error says line and column, which Node's does not always do. For files that people write.

export function parseJson(text: string): unknown {
  const source = text.replace(/^\uFEFF/, '');
  try {
    return JSON.parse(source);
  } catch {
    const offset = firstMistake(source);
    const lines = source.slice(0, offset).split('\n');
    const found =
      offset < source.length ? `unexpected ${JSON.stringify(source[offset])}` : 'it ends too early';
    throw new SyntaxError(
      `not valid JSON at line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}: ${found}`,
    );
  }
}

const SPACE = /[ \t\r\n]*/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them inside strings
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Where the text stops being JSON: a reader that only counts. */
function firstMistake(text: string): number {
  let at = 0;
  const eat = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const mark = (character: string): boolean => {
    eat(SPACE);
    if (text[at] !== character) return false;
    at++;
    return true;
  };
  const list = (close: string, item: () => boolean): boolean => {
    if (mark(close)) return true;
    do if (!item()) return false;
    while (mark(','));
    return mark(close);
  };
  const entry = (): boolean => {
    eat(SPACE);
    return eat(STRING) && mark(':') && value();
  };
  const value = (): boolean => {
    eat(SPACE);
    if (mark('{')) return list('}', entry);
    if (mark('[')) return list(']', value);
    return eat(STRING) || eat(SCALAR);
  };
  if (value()) eat(SPACE);
  return at;
}

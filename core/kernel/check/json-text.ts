// Reads JSON files: names line and column of the first mistake, and refuses a repeated key, which JSON.parse accepts.

export interface JsonMistake {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export function readJsonText(
  source: string,
): { readonly value: unknown } | { readonly mistake: JsonMistake } {
  const text = source.replace(/^\uFEFF/, '');
  const scanner = new Scanner(text);
  try {
    scanner.space();
    scanner.value();
    scanner.space();
    if (scanner.at < text.length) scanner.fail('expected the end of the file');
    return { value: JSON.parse(text) };
  } catch (error) {
    if (!(error instanceof ScanError)) throw error;
    const before = text.slice(0, error.at).split('\n');
    return {
      mistake: { line: before.length, column: (before.at(-1)?.length ?? 0) + 1, message: error.message },
    };
  }
}

class ScanError extends Error {
  constructor(
    readonly at: number,
    message: string,
  ) {
    super(message);
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a JSON string may not hold them
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const PLAIN = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\r\n]*/y;

class Scanner {
  at = 0;

  constructor(readonly text: string) {}

  value(): void {
    const next = this.text[this.at];
    if (next === '{') this.members();
    else if (next === '[') this.items();
    else if (next === '"') this.string();
    else if (this.take(PLAIN) === null) this.fail('expected a value');
  }

  members(): void {
    const keys = new Set<string>();
    this.list('}', () => {
      const start = this.at;
      const key = this.string('expected a key in double quotes');
      if (keys.has(key)) this.fail(`the key "${key}" is given twice`, start);
      keys.add(key);
      this.space();
      this.expect(':');
      this.space();
      this.value();
    });
  }

  items(): void {
    this.list(']', () => this.value());
  }

  list(end: '}' | ']', one: () => void): void {
    this.at++;
    this.space();
    if (this.text[this.at] !== end) {
      for (;;) {
        one();
        this.space();
        if (this.text[this.at] === end) break;
        if (this.text[this.at] !== ',') this.fail(`expected "," or "${end}"`);
        this.at++;
        this.space();
      }
    }
    this.at++;
  }

  string(expected = 'expected a string'): string {
    const text = this.text[this.at] === '"' ? this.take(STRING) : null;
    if (text === null)
      this.fail(this.text[this.at] === '"' ? 'expected the string to end, without line breaks' : expected);
    return String(JSON.parse(text));
  }

  expect(mark: string): void {
    if (this.text[this.at] !== mark) this.fail(`expected "${mark}"`);
    this.at++;
  }

  space(): void {
    this.take(SPACE);
  }

  take(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text);
    if (!match) return null;
    this.at += match[0].length;
    return match[0];
  }

  fail(expected: string, at = this.at): never {
    const found = at < this.text.length ? JSON.stringify(this.text[at]) : 'the end of the file';
    throw new ScanError(at, expected.startsWith('the key') ? expected : `${expected}, got ${found}`);
  }
}

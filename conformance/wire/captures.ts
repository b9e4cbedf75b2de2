// Values that a case keeps, and placeholders such as `{alias.path}` that read them.

export class Captures {
  readonly #values = new Map<string, unknown>();

  constructor(mark: string) {
    this.#values.set('mark', mark);
  }

  keep(name: string, value: unknown): void {
    this.#values.set(name, value);
  }

  value(path: string): unknown {
    const [name = '', ...rest] = path.split('.');
    if (!this.#values.has(name)) throw new Error(`no value was kept under "${name}"`);
    return valueAt(this.#values.get(name), rest.join('.'));
  }

  /** A text that is only one placeholder becomes the value itself, with its type. */
  fill<T>(value: T): T;
  fill(value: unknown): unknown {
    if (typeof value === 'string') return this.#fillText(value);
    if (Array.isArray(value)) return value.map((item: unknown) => this.fill(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [String(this.fill(key)), this.fill(item)]),
    );
  }

  #fillText(text: string): unknown {
    const whole = /^\{([a-zA-Z][\w.-]*)\}$/.exec(text)?.[1];
    if (whole !== undefined && this.#has(whole)) return this.#present(whole);
    return text.replace(/\{([a-zA-Z][\w.-]*)\}/g, (found, path: string) =>
      this.#has(path) ? String(this.#present(path)) : found,
    );
  }

  /** A request with `undefined` in its path, or a check of nothing, says nothing about the deployment. */
  #present(path: string): unknown {
    const value = this.value(path);
    if (value === undefined) throw new Error(`no earlier answer has a value for {${path}}`);
    return value;
  }

  #has(path: string): boolean {
    return this.#values.has(path.split('.')[0] ?? '');
  }
}

/** `data.tags.*.name`: the names of all tags. */
export function valueAt(value: unknown, path: string): unknown {
  if (path === '') return value;
  const [key = '', ...rest] = path.split('.');
  if (key === '*')
    return Array.isArray(value) ? value.map((item) => valueAt(item, rest.join('.'))) : undefined;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return valueAt(Reflect.get(value, key), rest.join('.'));
}

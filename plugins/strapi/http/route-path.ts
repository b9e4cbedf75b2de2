// Paths as koa-router reads them → paths of Quire. A pattern of a parameter is checked when a request comes.

export interface ReadPath {
  readonly path: string;
  /** The parameters under the names of the project; null: a value does not match its pattern. Absent: they stay as they are. */
  readonly params?: (params: Params) => Params | null;
}

type Params = Readonly<Record<string, string>>;

const PARAMETER = /^:(\w+)(?:\((.+)\))?([?*+]?)$/;

/** Several, if the last part is optional. A text is what is wrong. */
export function readPath(written: string): readonly ReadPath[] | string {
  const parts: string[] = [];
  const patterns = new Map<string, RegExp>();
  const list = written.split('/').filter((part) => part !== '');
  let rest: { readonly name: string; readonly as: string } | null = null;
  let isOptional = false;
  for (const [at, part] of list.entries()) {
    const isLast = at === list.length - 1;
    const [, name, pattern, repeat] = PARAMETER.exec(part) ?? [];
    if (isLast && ['(.*)', '*', '(.+)'].includes(part)) rest = { name: 'rest', as: '0' };
    else if (name === undefined) {
      if (/[:*()?+]/.test(part))
        return `"${part}" is no part of a path here; write a text, ":name", ":name(pattern)", or "(.*)" at the end`;
      parts.push(part);
    } else if (isLast && (repeat === '*' || repeat === '+' || pattern === '.*')) rest = { name, as: name };
    else if (repeat !== '' && !(isLast && repeat === '?'))
      return `"${part}" is possible at the end of a path only`;
    else {
      isOptional = repeat === '?';
      if (pattern !== undefined) {
        try {
          patterns.set(name, new RegExp(`^(?:${pattern})$`, 'i'));
        } catch {
          return `the pattern of "${part}" is no regular expression`;
        }
      }
      parts.push(`:${name}`);
    }
  }
  const whole = `/${[...parts, ...(rest ? [`*${rest.name}`] : [])].join('/')}`;
  const params = renaming(rest, patterns);
  const one: ReadPath = { path: whole, ...(params ? { params } : {}) };
  if (!isOptional) return [one];
  const left = new Map([...patterns].filter(([name]) => parts.slice(0, -1).includes(`:${name}`)));
  const without = renaming(null, left);
  return [one, { path: `/${parts.slice(0, -1).join('/')}`, ...(without ? { params: without } : {}) }];
}

function renaming(
  rest: { readonly name: string; readonly as: string } | null,
  patterns: ReadonlyMap<string, RegExp>,
): ReadPath['params'] {
  if (rest?.name === rest?.as && patterns.size === 0) return undefined;
  return (given) => {
    const params: Record<string, string> = { ...given };
    for (const [name, pattern] of patterns) if (!pattern.test(params[name] ?? '')) return null;
    if (rest !== null && rest.name !== rest.as) {
      params[rest.as] = params[rest.name] ?? '';
      delete params[rest.name];
    }
    return params;
  };
}

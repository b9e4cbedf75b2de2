// The answer of a core action whose documents are still text. Code that looks at `data` gets values; otherwise the text is sent as it is.
import { isPromise } from 'node:util/types';

const unread = new WeakMap<object, string>();

/** `{ data, meta }` */
export function unreadAnswer(text: string, meta: object): object {
  const answer = { data: null as unknown, meta };
  const settle = (value: unknown): unknown => {
    unread.delete(answer);
    Object.defineProperty(answer, 'data', { value, enumerable: true, configurable: true, writable: true });
    return value;
  };
  Object.defineProperty(answer, 'data', {
    enumerable: true,
    configurable: true,
    get: () => settle(JSON.parse(text)),
    set: settle,
  });
  unread.set(answer, text);
  return answer;
}

/** The JSON of a body. null: code has looked at its documents, or it is another body. */
export function unreadText(body: unknown): string | null {
  const text = typeof body === 'object' && body !== null ? unread.get(body) : undefined;
  if (text === undefined || !Object.hasOwn(body as object, 'data')) return null;
  const members = Object.keys(body as object).map((key) => {
    const value: unknown = key === 'data' ? null : Reflect.get(body as object, key);
    if (isPromise(value)) return null;
    const json = key === 'data' ? text : JSON.stringify(value);
    return json === undefined ? '' : `${JSON.stringify(key)}:${json}`;
  });
  return members.includes(null) ? null : `{${members.filter((member) => member !== '').join(',')}}`;
}

// The answer of a core action whose documents are still text. Code that looks at `data` gets values; otherwise the text is sent as it is.
import { isPromise } from 'node:util/types';

const STATE = Symbol('text of an answer');

interface State {
  readonly text: string;
  isRead: boolean;
}

interface Answer {
  readonly [STATE]: State;
}

/** `{ data, meta }` */
export function unreadAnswer(text: string, meta: object): object {
  const answer = { data: null, meta };
  Object.defineProperty(answer, STATE, { value: { text, isRead: false } });
  return Object.defineProperty(answer, 'data', DATA);
}

/** The same functions for all answers: with functions of its own, each would have a hidden class of its own, which the collector keeps. */
const DATA: PropertyDescriptor = {
  enumerable: true,
  configurable: true,
  get(this: Answer) {
    const { text, isRead } = this[STATE];
    return isRead ? undefined : settle(this, JSON.parse(text));
  },
  set(this: Answer, value: unknown) {
    settle(this, value);
  },
};

function settle(answer: Answer, value: unknown): unknown {
  answer[STATE].isRead = true;
  Object.defineProperty(answer, 'data', { value, enumerable: true, configurable: true, writable: true });
  return value;
}

/** The JSON of a body. null: code has looked at its documents, or it is another body. */
export function unreadText(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, 'data')) return null;
  const state: State | undefined = Object.hasOwn(body, STATE) ? Reflect.get(body, STATE) : undefined;
  if (state === undefined || state.isRead) return null;
  const members: string[] = [];
  for (const key of Object.keys(body)) {
    const value: unknown = key === 'data' ? null : Reflect.get(body, key);
    if (isPromise(value)) return null;
    const json = key === 'data' ? state.text : JSON.stringify(value);
    if (json !== undefined) members.push(`${JSON.stringify(key)}:${json}`);
  }
  return `{${members.join(',')}}`;
}

// Values that plugins set beside a body, with `action.set` in documents.prepare. Every other place to set them throws, because nothing
// would be stored.
import { isPlainObject } from '../../../kernel/check/checks';
import type { ContentType } from '../../model/compiled/content-type';
import type { WriteAction } from '../write-action';

export type OwnValues = Readonly<Record<string, unknown>>;

export interface OwnValuesOfWrite {
  readonly set: WriteAction['set'];
  readonly all: WriteAction['values'];
  /** Ends the time of `set`. null: no plugin has set a value. */
  take(): OwnValues | null;
}

const REMEDY = 'call action.set(name, value) in a tap of documents.prepare';

export function createOwnValues(
  operation: string,
  type: ContentType,
  data: unknown,
  hasBody: boolean,
): OwnValuesOfWrite {
  let values: Record<string, unknown> | null = null;
  let isOpen = true;
  return {
    set(name, value) {
      if (!isOpen) throw new Error(`action.set("${name}") comes too late; ${REMEDY}`);
      if (!hasBody) throw new Error(`action.set("${name}"): the operation ${operation} stores no body`);
      if (!type.attributes.has(name))
        throw new Error(
          `action.set("${name}"): ${type.uid} has no attribute of this name; known: ${[...type.attributes.keys()].join(', ')}`,
        );
      values ??= {};
      values[name] = value;
    },
    // A body of another form is refused elsewhere.
    all: () => ({ ...(isPlainObject(data) ? data : {}), ...values }),
    take() {
      isOpen = false;
      return values;
    },
  };
}

/** One view per object, so that views of the same object are equal. */
const views = new WeakMap<object, object>();

/**
 * A view of a body that throws on every change. Objects of classes, such as dates, stay as they are: their methods need the object. The
 * view of a whole body is not remembered: thousands of entries of a WeakMap make each garbage collection slow.
 */
export const readOnlyBody = (body: unknown): unknown =>
  isBodyObject(body) ? new Proxy(body, READ_ONLY) : body;

function readOnlyView(value: unknown): unknown {
  if (!isBodyObject(value)) return value;
  const known = views.get(value);
  if (known) return known;
  const view = new Proxy(value, READ_ONLY);
  views.set(value, view);
  return view;
}

function isBodyObject(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

const refuse = (_target: object, key: string | symbol): never => {
  throw new Error(`action.data is read-only; to set "${String(key)}", ${REMEDY}`);
};
const refuseAll = (): never => {
  throw new Error(`action.data is read-only; ${REMEDY}`);
};

const READ_ONLY: ProxyHandler<object> = {
  set: refuse,
  deleteProperty: refuse,
  defineProperty: refuse,
  setPrototypeOf: refuseAll,
  preventExtensions: refuseAll,
  get(target, key) {
    const value: unknown = Reflect.get(target, key);
    const own = Reflect.getOwnPropertyDescriptor(target, key);
    // A proxy must show a frozen property as it is.
    return own?.configurable === false && own.writable === false ? value : readOnlyView(value);
  },
};

/** After the taps of documents.prepare: a replaced body would be ignored. */
export function refuseReplaced(action: WriteAction, data: unknown): void {
  if (action.data !== data)
    throw new Error(`A plugin replaced action.data, which changes nothing; ${REMEDY}`);
}

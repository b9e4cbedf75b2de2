// Values that plugins set beside a body, with `action.set` in documents.prepare. Every other place to set them throws, because nothing
// would be stored.
import { isPlainObject } from '../../check/checks';
import type { ContentType } from '../../schema/model/content-type';
import type { WriteAction } from '../operations';

export type OwnValues = Readonly<Record<string, unknown>>;

export interface OwnValuesOfWrite {
  readonly set: WriteAction['set'];
  /** Ends the time of `set`. null: no plugin has set a value. */
  take(): OwnValues | null;
}

const REMEDY = 'call action.set(name, value) in a tap of documents.prepare';

export function createOwnValues(operation: string, type: ContentType, hasBody: boolean): OwnValuesOfWrite {
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
    take() {
      isOpen = false;
      return values;
    },
  };
}

/** A view of a body that throws on every change. */
export function readOnlyView(value: unknown): unknown {
  return isPlainObject(value) || Array.isArray(value) ? new Proxy(value, READ_ONLY) : value;
}

const refuse = (_target: object, key: string | symbol): never => {
  throw new Error(`action.data is read-only; to set "${String(key)}", ${REMEDY}`);
};

const READ_ONLY: ProxyHandler<object> = {
  set: refuse,
  deleteProperty: refuse,
  defineProperty: refuse,
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

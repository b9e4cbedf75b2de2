// Documents with valid values for all required attributes, from the content model.
import type { AnyModel, Attribute, ContentType, DocumentObject, JsonSchema, Kernel, Uid } from '../core';

type Values = Readonly<Record<string, unknown>>;

export interface Factories {
  /** Creates a document. `values` win over generated ones; required targets of relations are created too. */
  make(uid: Uid, values?: Values, words?: Values): Promise<DocumentObject>;
  /** The data that `make` would send, without relations. */
  build(uid: Uid, values?: Values): Record<string, unknown>;
}

export function createFactories(app: Kernel): Factories {
  let count = 0;

  const typeOf = (uid: Uid): ContentType => {
    const type = app.schema.types.get(uid);
    if (type) return type;
    throw new Error(
      `The content type "${uid}" does not exist. Known: ${[...app.schema.types.keys()].join(', ')}.`,
    );
  };

  function valuesOf(model: AnyModel, given: Values): Record<string, unknown> {
    const made = [...model.attributes.values()]
      .filter((attribute) => isNeeded(attribute) && !Object.hasOwn(given, attribute.name))
      .map((attribute) => [attribute.name, generated(attribute, model)] as const)
      .filter(([, value]) => value !== undefined);
    return { ...Object.fromEntries(made), ...given };
  }

  function generated(attribute: Attribute, model: AnyModel): unknown {
    switch (attribute.kind) {
      case 'scalar':
        // The application generates a uid.
        if (attribute.declaredType === 'uid') return undefined;
        count += 1;
        return sample(attribute.type.openapi(attribute.options), count, `${model.uid} → ${attribute.name}`);
      case 'component': {
        const component = app.schema.components.get(attribute.component);
        if (!component) return undefined;
        const entry = () => valuesOf(component, {});
        return attribute.repeatable ? Array.from({ length: attribute.min ?? 1 }, entry) : entry();
      }
      case 'zone': {
        const [uid = ''] = attribute.components;
        const component = app.schema.components.get(uid);
        if (!component) return undefined;
        const entry = () => ({ __component: uid, ...valuesOf(component, {}) });
        return Array.from({ length: attribute.min ?? 1 }, entry);
      }
      default:
        return undefined;
    }
  }

  async function make(uid: Uid, values: Values = {}, words: Values = {}): Promise<DocumentObject> {
    const type = typeOf(uid);
    const data = valuesOf(type, values);
    for (const attribute of type.attributes.values()) {
      if (attribute.kind !== 'relation' || !isNeeded(attribute) || Object.hasOwn(data, attribute.name))
        continue;
      if (attribute.target === null)
        throw new Error(`${uid} → ${attribute.name} has targets of several types. Pass a value for it.`);
      const { documentId } = await make(attribute.target);
      data[attribute.name] = attribute.many ? [documentId] : documentId;
    }
    return app.documents(uid).create({ ...words, data }) as Promise<DocumentObject>;
  }

  return { make, build: (uid, values = {}) => valuesOf(typeOf(uid), values) };
}

const isNeeded = (attribute: Attribute): boolean =>
  attribute.kind !== 'waiting' &&
  attribute.writable &&
  attribute.common.required &&
  attribute.common.default === undefined;

const BY_FORMAT: Readonly<Record<string, (count: number) => string>> = {
  date: () => '2026-01-01',
  'date-time': () => '2026-01-01T00:00:00.000Z',
  email: (count) => `someone-${count}@example.com`,
};
/** Texts for patterns of attribute types and for common ones. */
const CANDIDATES = (count: number): string[] => [
  `text ${count}`,
  `text-${count}`,
  `text${count}`,
  String(count),
  `TEXT${count}`,
  '12:00:00.000',
  '#000000',
];

function sample(schema: JsonSchema, count: number, place: string): unknown {
  const { type, format, pattern, anyOf } = schema;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (Array.isArray(anyOf)) return sample(anyOf[0] as JsonSchema, count, place);
  if (type === 'boolean') return false;
  if (type === 'array') return [];
  if (type === 'integer' || type === 'number') {
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
    return Math.min(Math.max(count, Number(minimum)), Number(maximum));
  }
  if (type !== 'string') return {};
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema;
  const fits = (text: string): boolean =>
    text.length <= Number(maxLength) && (typeof pattern !== 'string' || new RegExp(pattern).test(text));
  const own = BY_FORMAT[String(format)]?.(count);
  const texts = (own === undefined ? CANDIDATES(count) : [own]).map((text) =>
    text.padEnd(Number(minLength), 'x'),
  );
  const found = texts.find(fits);
  if (found !== undefined) return found;
  throw new Error(`No generated text fits the rules of ${place}. Pass a value for it.`);
}

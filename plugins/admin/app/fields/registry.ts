// The fields by attribute type. Screens know no attribute type.
import type { AttributeModel } from '../data/model';
import type { FieldModule } from './field';

const fields = new Map<string, FieldModule>();
let fallback: FieldModule | null = null;

export function addField(field: FieldModule): void {
  for (const type of field.types) fields.set(type, field);
}

/** The field of attribute types that have none. */
export function setFallback(field: FieldModule): void {
  fallback = field;
}

export function fieldOf(type: string): FieldModule {
  const field = fields.get(type) ?? fallback;
  if (!field) throw new Error(`no field for ${type}`);
  return field;
}

export const typesOfFields = (): readonly string[] => [...fields.keys()];

/** The text of a value in lines, to compare it with another. */
export function linesOfValue(attribute: AttributeModel, value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  const { lines } = fieldOf(attribute.type);
  if (lines) return lines(value);
  const text = textOfValue(attribute, value);
  return text === '' ? [] : text.split('\n');
}

export const textOfValue = (attribute: AttributeModel, value: unknown): string =>
  value === null || value === undefined ? '' : (fieldOf(attribute.type).text?.(value) ?? '');

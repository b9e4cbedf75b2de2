// Values of axes that a link names, between the words of the wire and what its pin columns hold.
import { type AxisDefinition, axisValueFromStored, axisValueToStored, noPin } from '../schema/axis';
import type { Schema } from '../schema/content-type';
import type { Link } from './link';

export function storedPins(
  schema: Schema,
  link: Link | null,
  pins: Readonly<Record<string, string>>,
): Record<string, string | number> {
  const stored: Record<string, string | number> = {};
  const axes = link ? schema.types.get(link.type)?.axes : undefined;
  for (const [name, column] of Object.entries(pins)) {
    const axis = axes?.find((use) => use.axis.name === name)?.axis ?? axisNamed(schema, name);
    const value = link?.pins[name];
    stored[column] = value === undefined ? noPin(axis.store) : axisValueToStored(axis, value);
  }
  return stored;
}

export function readPins(
  schema: Schema,
  type: string,
  pins: Readonly<Record<string, string>>,
  value: (column: string) => unknown,
): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, column] of Object.entries(pins)) {
    const axis = schema.types.get(type)?.axes.find((use) => use.axis.name === name)?.axis;
    const stored = value(column);
    if (!axis || stored === null || stored === undefined || String(stored) === String(noPin(axis.store)))
      continue;
    const spoken = axisValueFromStored(axis, stored);
    if (spoken) read[name] = spoken;
  }
  return read;
}

/** Of any type: a link that names nothing has no target that could tell. */
function axisNamed(schema: Schema, name: string): AxisDefinition {
  for (const type of schema.types.values())
    for (const { axis } of type.axes) if (axis.name === name) return axis;
  throw new Error(`The schema has no axis ${name}`);
}

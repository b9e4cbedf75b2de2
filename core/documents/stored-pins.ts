// Values of axes that a link names, between the words of the wire and what its pin columns hold.
import { axisValueFromStored, axisValueToStored } from '../schema/axis';
import type { ContentType, Schema } from '../schema/content-type';
import type { Link } from './link';

export function storedPins(
  schema: Schema,
  link: Link | null,
  pins: Readonly<Record<string, string>>,
): Record<string, string | number> {
  const stored: Record<string, string | number> = {};
  const axes = link ? schema.types.get(link.type)?.axes : undefined;
  for (const [name, column] of Object.entries(pins)) {
    const axis = axes?.find((use) => use.axis.name === name)?.axis ?? findAxis(schema, name);
    const value = link?.pins[name];
    stored[column] = value === undefined || !axis ? noPinOf(axis) : axisValueToStored(axis, value);
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
    if (!axis || stored === null || stored === undefined || String(stored) === String(noPinOf(axis)))
      continue;
    const spoken = axisValueFromStored(axis, stored);
    if (spoken) read[name] = spoken;
  }
  return read;
}

type Axis = ContentType['axes'][number]['axis'];

/** What a pin column holds for a link that names nothing. */
export const noPinOf = (axis: Axis | undefined): string | number => (axis?.store.kind === 'enum' ? -1 : '');

function findAxis(schema: Schema, name: string): Axis | undefined {
  for (const type of schema.types.values())
    for (const { axis } of type.axes) if (axis.name === name) return axis;
  return undefined;
}

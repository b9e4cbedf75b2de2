// A value of two versions, side by side. Words that the other version lacks are marked.
import type { ComponentChildren } from 'preact';
import { type AttributeModel, known, labelOf } from '../data/model';
import { isObject } from '../data/values';
import { linesOfValue } from '../fields/registry';
import { MarkedText } from '../ui/marked-text';

interface Side {
  readonly title: string;
  readonly value: unknown;
  /** Stands below the value. */
  readonly children?: ComponentChildren;
}

interface Props {
  readonly attribute: AttributeModel;
  readonly sides: readonly [Side, Side];
}

export function ComparedValue({ attribute, sides }: Props) {
  const [first, second] = sides.map(({ value }) => linesOf(attribute, value));
  return (
    <div class="columns">
      {sides.map(({ title, children }, index) => (
        <div key={title}>
          <strong>{title}</strong>
          <MarkedText
            lines={(index === 0 ? first : second) ?? []}
            others={(index === 0 ? second : first) ?? []}
          />
          {children}
        </div>
      ))}
    </div>
  );
}

/** The text of a value. Of entries: the title of each component, and its fields below it. */
function linesOf(attribute: AttributeModel, value: unknown, depth = 0): readonly string[] {
  const indent = '  '.repeat(depth);
  if (attribute.component === undefined && !attribute.components) {
    const [first, ...others] = linesOfValue(attribute, value);
    if (first === undefined) return [];
    if (depth === 0) return [first, ...others];
    return [`${indent}${labelOf(attribute)}: ${first}`, ...others.map((line) => `${indent}  ${line}`)];
  }
  const entries = (Array.isArray(value) ? value : [value]).filter(isObject);
  const label = depth === 0 || entries.length === 0 ? [] : [`${indent}${labelOf(attribute)}`];
  return [
    ...label,
    ...entries.flatMap((entry) => {
      const component = known().components[String(entry.__component ?? attribute.component)];
      return [
        `${indent}${component?.title ?? ''}`,
        ...(component?.attributes ?? []).flatMap((inner) => linesOf(inner, entry[inner.name], depth + 1)),
      ];
    }),
  ];
}

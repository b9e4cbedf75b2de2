// Checks the components of each model: they exist, no component requires itself, and zones stand at the top level.
import { pathToText } from '../../../kernel/check/check';
import { nearest } from '../../../kernel/check/checks';
import type { Compilation, ParsedComponent, ParsedModel } from '../read/parsed-model';

export function checkComponentUse(all: Compilation): void {
  for (const model of [...all.types.values(), ...all.components.values()]) checkModel(model, all);
  for (const component of all.components.values()) checkCycle(component, all);
}

function checkModel(model: ParsedModel, { components, broken, mistakes }: Compilation): void {
  for (const attribute of model.attributes.values()) {
    const complain = (steps: readonly (string | number)[], message: string) =>
      mistakes.push({
        where: model.source,
        at: pathToText(['attributes', attribute.name, ...steps]),
        message,
      });
    const expectComponent = (uid: string, steps: readonly (string | number)[]) => {
      if (components.has(uid) || broken.has(uid)) return;
      const near = nearest(uid, [...components.keys()]);
      complain(steps, `there is no component "${uid}"${near ? `; did you mean "${near}"?` : ''}`);
    };
    if (attribute.common.search && model.model === 'component')
      complain(['search'], 'entries of components have no search index; remove the key');
    if (attribute.kind === 'component') expectComponent(attribute.options.component, ['component']);
    if (attribute.kind === 'zone') {
      if (model.model === 'component')
        complain(['type'], 'a dynamic zone cannot be inside a component; use it in a content type');
      attribute.options.components.forEach((uid, index) => {
        expectComponent(uid, ['components', index]);
      });
    }
  }
}

/** Finds required single components that contain each other: no value could be complete. */
function checkCycle(start: ParsedComponent, { components, mistakes }: Compilation): void {
  const way = findWay(start, start.uid, components, new Set());
  if (way)
    mistakes.push({
      where: start.source,
      at: pathToText(['attributes', way[0] ?? '']),
      message: `requires itself (${[start.uid, ...way].join(' → ')}); make one of them optional or repeatable`,
    });
}

function findWay(
  from: ParsedComponent,
  goal: string,
  components: ReadonlyMap<string, ParsedComponent>,
  visited: Set<string>,
): readonly string[] | null {
  for (const attribute of from.attributes.values()) {
    if (attribute.kind !== 'component' || attribute.options.repeatable || !attribute.common.required)
      continue;
    const { component } = attribute.options;
    if (component === goal) return [attribute.name];
    const next = components.get(component);
    if (!next || visited.has(component)) continue;
    visited.add(component);
    const rest = findWay(next, goal, components, visited);
    if (rest) return [attribute.name, ...rest];
  }
  return null;
}

// Compares the description in an archive with the content types here.

import { type App, type ContentType, componentsIn, refuseInput, stagesOf } from '../../../core';
import type { Head } from '../archive/format';
import { type Choice, orderedTypes } from '../choose-types';
import { attributeTexts, leavesOut, partsOf } from '../model-text';

/** The chosen types of the archive, in the order of this application. Any difference refuses the import; all of them are named. */
export function comparedTypes(app: App, head: Head, choice: Choice): ContentType[] {
  const { schema } = app;
  const leaves = leavesOut(partsOf(app), true);
  const chosen = new Map(head.types.filter(({ uid }) => choice.has(uid)).map((each) => [each.uid, each]));
  const types = orderedTypes(app, partsOf(app)).filter(({ uid }) => chosen.has(uid));
  const differences: string[] = [];
  const compare = (
    uid: string,
    here: Readonly<Record<string, string>>,
    there: Readonly<Record<string, string>>,
  ) => {
    for (const [name, text] of Object.entries(there))
      if (!Object.hasOwn(here, name))
        differences.push(`${uid}: the attribute ${name} (${text}) is missing here`);
      else if (here[name] !== text)
        differences.push(`${uid}: ${name} is ${text} in the archive, and ${here[name]} here`);
  };
  for (const uid of chosen.keys())
    if (!schema.types.has(uid))
      differences.push(`${uid}: this content type is missing here; --exclude leaves it out`);
  for (const type of types) {
    const there = chosen.get(type.uid);
    if (!there) continue;
    compare(type.uid, attributeTexts(type, leaves), there.attributes);
    const axes = type.axes.map(({ axis }) => axis.name);
    const stages = stagesOf(type);
    if (stages && !there.axes.includes(stages.name))
      differences.push(
        `${type.uid}: the archive has no rows along "${stages.name}"; import it with this axis disabled, and enable it then`,
      );
    for (const name of there.axes)
      if (!axes.includes(name))
        differences.push(
          `${type.uid}: its documents have rows along "${name}"; enable the plugin that adds it`,
        );
  }
  for (const uid of [...componentsIn(schema, types)].sort()) {
    const component = schema.components.get(uid);
    const there = head.components[uid];
    if (component && there) compare(uid, attributeTexts(component, leaves), there);
  }
  if (differences.length > 0)
    refuseInput('The archive and this application differ; nothing was written:', ...differences);
  return types;
}

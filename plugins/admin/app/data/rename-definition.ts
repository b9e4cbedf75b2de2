// Renames a content type or a component: its file moves and names the former API id, and other files that name the id follow.
import { type BuilderState, type Draft, draftOf, drafts, textOf } from './builder';
import { attributesOf, type Definition, parsedDefinition } from './definition';
import { printed } from './json-source';
import { isObject } from './values';

/** Of a component: `category` and `name`. */
export interface NewNames {
  readonly name: string;
  readonly plural: string;
  readonly title: string;
  readonly category: string;
}

/** The names that the definition has. */
export function namesOf({ path, kind }: Draft, definition: Definition): NewNames {
  const { singularName, pluralName, displayName } = isObject(definition.info) ? definition.info : {};
  const [file = '', folder = ''] = path.split('/').toReversed();
  return {
    name: kind === 'component' ? file.slice(0, -'.json'.length) : String(singularName ?? ''),
    plural: String(pluralName ?? ''),
    title: String(displayName ?? ''),
    category: folder,
  };
}

/** Where the renamed definition belongs, and its API id there. */
export function placeOf(path: string, { name, category }: NewNames): { path: string; uid: string } {
  const [root = '', folder = '', api = ''] = path.split('/');
  if (folder === 'components')
    return { path: `${root}/components/${category}/${name}.json`, uid: `${category}.${name}` };
  if (root === 'config') return { path: `config/content-types/${name}.json`, uid: `api::${name}.${name}` };
  // A folder with the name of the type is that of the type. Others have several types.
  const next = path === `src/api/${api}/content-types/${api}/schema.json` ? name : api;
  return { path: `src/api/${next}/content-types/${name}/schema.json`, uid: `api::${next}.${name}` };
}

/** The changed files: the new one, the former one without a text, and those that name the id. */
export function renamedFiles(
  state: BuilderState,
  draft: Draft,
  uid: string,
  names: NewNames,
): readonly Draft[] {
  const definition = parsedDefinition(textOf(draft)) ?? {};
  const place = placeOf(draft.path, names);
  const info = {
    ...(isObject(definition.info) ? definition.info : {}),
    ...(draft.kind === 'type' ? { singularName: names.name, pluralName: names.plural } : {}),
    displayName: names.title || names.name,
    renamedFrom: uid,
  };
  const moved = withId({ ...definition, info }, uid, place.uid);
  const others = state.files
    .map((file) => drafts.value.find(({ path }) => path === file.path) ?? draftOf(file))
    .filter((other) => other.path !== draft.path && other.text !== null)
    .flatMap((other): Draft[] => {
      const named = parsedDefinition(textOf(other));
      const next = named && withId(named, uid, place.uid);
      return next === null || next === named ? [] : [{ ...other, text: printed(next, other.text) }];
    });
  return [
    { path: place.path, kind: draft.kind, stored: null, text: printed(moved, draft.text) },
    { ...draft, text: null, movedTo: place.path },
    ...others,
  ];
}

/** Options of attributes that name a content type or components. Returns `definition` itself if none names the id. */
function withId(definition: Definition, from: string, to: string): Definition {
  const entries = Object.entries(attributesOf(definition)).map(([name, attribute]) => {
    const { target, component, components } = attribute;
    return [
      name,
      {
        ...attribute,
        ...(target === from ? { target: to } : {}),
        ...(component === from ? { component: to } : {}),
        ...(Array.isArray(components) && components.includes(from)
          ? { components: components.map((each: unknown) => (each === from ? to : each)) }
          : {}),
      },
    ] as const;
  });
  const attributes = Object.fromEntries(entries);
  const isSame = JSON.stringify(attributes) === JSON.stringify(definition.attributes ?? {});
  return isSame ? definition : { ...definition, attributes };
}

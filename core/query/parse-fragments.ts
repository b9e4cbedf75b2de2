// `populate` of what holds several kinds at once: a dynamic zone's components, a polymorphic relation's types. What is
// wanted of each kind stands under `on`; of a zone, entries of kinds not named there keep their own scalars.
import { coreErrors } from '../errors/core-errors';
import type {
  AnyModel,
  Component,
  ContentType,
  RelationAttribute,
  ZoneAttribute,
} from '../schema/content-type';
import type { EntryNode, Populate, QueryNode } from './ast';
import { isMeaningless, isRecord, type ParseContext, show } from './parse-context';
import { checkOptions, OPTIONS, type Options, type PopulatePlace, readCount } from './populate-options';
import { noWishes, oddKey, PLAIN, readWish, type Wish, type Wishes } from './populate-wishes';

/** How one kind's part becomes a node (parse-populate.ts). */
export interface BuildParts {
  node(type: ContentType, wish: Wish, path: string, depth: number, context: ParseContext): QueryNode;
  entry(component: Component, wish: Wish, path: string, depth: number, context: ParseContext): EntryNode;
}

export function resolveFragments(
  attribute: RelationAttribute | ZoneAttribute,
  wish: Wish,
  place: PopulatePlace,
  context: ParseContext,
  build: BuildParts,
): Populate {
  const { key, path, origin } = place;
  const on = readOn(attribute.name, wish, place, context);
  const count = readCount(wish.options, path, context);
  if (attribute.kind === 'relation')
    return {
      kind: 'relation',
      key,
      attribute,
      targets: targetsOf(attribute, wish, on, place, context, build),
      count,
      origin,
    };
  return {
    kind: 'zone',
    key,
    attribute,
    entries: entriesOf(attribute, wish, on, place, context, build),
    count,
    origin,
  };
}

/** The fragments by uid; null: every kind alike. */
function readOn(
  name: string,
  { options, odd }: Wish,
  { model, path }: PopulatePlace,
  context: ParseContext,
): Options | null {
  if (odd !== undefined) throw wrongFragment(name, model, odd);
  if (!options) return null;
  const { on, populate, fields, filters, sort } = options;
  if (populate !== undefined && (populate !== '*' || on !== undefined))
    throw context.invalidKey('populate', path);
  if (fields !== undefined || filters !== undefined || sort !== undefined)
    throw wrongFragment(name, model, options);
  checkOptions(options, OPTIONS.fragments, path, context);
  if (on === undefined) return null;
  if (!isRecord(on)) throw wrongFragment(name, model, options);
  return on;
}

function wrongFragment(name: string, model: AnyModel, found: unknown) {
  const owner = model.model === 'type' ? model.singularName : model.uid;
  return coreErrors.QUERY_INVALID(
    `Invalid nested populate for ${owner}.${name} (${model.uid}). Expected a fragment ("on") or "count" but found ${show(found)}`,
  );
}

// ── dynamic zones ──────────────────────────────────────────────────────────────────────────────────────────────────

function entriesOf(
  attribute: ZoneAttribute,
  wish: Wish,
  on: Options | null,
  { path, depth }: PopulatePlace,
  context: ParseContext,
  build: BuildParts,
): ReadonlyMap<string, EntryNode> {
  const { components } = context.schema;
  if (on)
    for (const uid of Object.keys(on))
      if (!isMeaningless(uid) && !components.has(uid)) throw context.invalidKey(uid, `${path}.on.${uid}`);

  const entries = new Map<string, EntryNode>();
  const found = new Set<string>();
  for (const uid of attribute.components) {
    const component = components.get(uid);
    if (!component) continue;
    const at = on ? `${path}.on.${uid}` : path;
    const part = on ? fragmentOf(on[uid], at, context) : shareOf(wish, component, found, context);
    if (on && part.options) checkEntryOptions(part.options, at, context);
    entries.set(uid, build.entry(component, part, at, depth, context));
  }
  if (!on) checkAllFound(wish.below, found, path, context);
  return entries;
}

function checkEntryOptions(options: Options, path: string, context: ParseContext): void {
  for (const key of ['filters', 'sort'])
    if (options[key] !== undefined)
      throw context.invalid(
        `${key} cannot stand at ${path}: every entry of a dynamic zone is answered, in its place`,
        key,
        path,
      );
  checkOptions(options, OPTIONS.entry, path, context);
}

// ── polymorphic relations ──────────────────────────────────────────────────────────────────────────────────────────

function targetsOf(
  attribute: RelationAttribute,
  wish: Wish,
  on: Options | null,
  { model, path, depth }: PopulatePlace,
  context: ParseContext,
  build: BuildParts,
): readonly QueryNode[] {
  const readable = context.view(model).targets.get(attribute.name) ?? [];
  if (!on) {
    const found = new Set<string>();
    const parts = readable.map((type) => shareOf(wish, type, found, context));
    checkAllFound(wish.below, found, path, context);
    return readable.map((type, index) => build.node(type, parts[index] ?? PLAIN, path, depth, context));
  }
  const targets: QueryNode[] = [];
  for (const uid of Object.keys(on)) {
    if (isMeaningless(uid) || on[uid] === undefined) continue;
    const at = `${path}.on.${uid}`;
    const type = context.schema.types.get(uid);
    if (!type) throw context.invalidKey(uid, at);
    const part = fragmentOf(on[uid], at, context);
    if (!part.isOff && readable.includes(type)) targets.push(build.node(type, part, at, depth, context));
  }
  return targets;
}

// ── what is wanted of one kind ─────────────────────────────────────────────────────────────────────────────────────

/** Under `on`: nothing, a flag, `*` for its first level, or an object. */
function fragmentOf(raw: unknown, path: string, context: ParseContext): Wish {
  if (raw === undefined) return PLAIN;
  const wish = readWish(raw);
  if (wish.odd === undefined) return wish;
  if (wish.odd !== '*') throw context.invalidKey(oddKey(wish.odd), path);
  return FIRST_LEVEL;
}

const FIRST_LEVEL: Wish = { ...PLAIN, below: { isAll: true, byKey: new Map() } };

/** Without `on`: a dotted path goes on in the kinds that have its next name. */
function shareOf(wish: Wish, model: AnyModel, found: Set<string>, context: ParseContext): Wish {
  if (wish.options?.populate === '*') return FIRST_LEVEL;
  if (wish.below.byKey.size === 0) return PLAIN;
  const { attributes } = context.view(model);
  const below: Wishes = noWishes();
  for (const [name, next] of wish.below.byKey) {
    const attribute = attributes.get(name);
    if (!attribute || attribute.kind === 'scalar') continue;
    found.add(name);
    below.byKey.set(name, next);
  }
  return { ...PLAIN, below };
}

function checkAllFound(below: Wishes, found: ReadonlySet<string>, path: string, context: ParseContext): void {
  for (const name of below.byKey.keys()) if (!found.has(name)) throw context.invalidKey(name, path);
}

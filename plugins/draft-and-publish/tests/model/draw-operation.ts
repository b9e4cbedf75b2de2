// Draws the next step of a run: most steps are valid for the current documents, a few are refused.
import {
  type Content,
  hasDrafts,
  hasLocales,
  holdsMany,
  KINDS,
  type Kind,
  LOCALES,
  type Relation,
  sharedOf,
  showsMany,
} from './content';
import type { Dice } from './dice';
import type { Model } from './model';
import type { ModelDocument } from './model-state';
import type { Body, Connect, LinkInput, Operation, PartInput, Position, Reference } from './operations';

/** Documents of one type, approximately. */
const CROWD = 5;
const CODES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export function drawOperation(dice: Dice, model: Model, step: number): Operation {
  const type = dice.pick(KINDS);
  const there = model.of(type);
  const overHttp = dice.chance(0.2);
  const locale = hasLocales(type)
    ? dice.pick([...LOCALES, undefined])
    : dice.pick([undefined, undefined, 'fr']);
  const status = dice.chance(0.5) ? ('draft' as const) : undefined;
  const words = {
    type,
    overHttp,
    ...(locale === undefined ? {} : { locale }),
    ...(status ? { status } : {}),
  };
  if (there.length < 2 || (there.length < CROWD && dice.chance(0.3)))
    return {
      kind: 'create',
      ...words,
      key: `${type}${step}`,
      body: drawBody(dice, model, words, null, step),
    };
  const document = dice.pick(there);
  const { key } = document;
  const everywhere = hasLocales(type) && dice.chance(0.3) ? { locale: '*' } : {};
  if (dice.chance(0.08)) {
    const isWhole = dice.chance(0.7);
    return { kind: 'delete', ...words, ...(isWhole ? everywhere : {}), key };
  }
  if (hasDrafts(type) && dice.chance(0.35))
    return {
      kind: dice.pick(['publish', 'unpublish', 'discardDraft']),
      type,
      overHttp,
      key,
      ...(locale === undefined ? {} : { locale }),
      ...everywhere,
    };
  return { kind: 'update', ...words, key, body: drawBody(dice, model, words, document, step) };
}

function drawBody(
  dice: Dice,
  model: Model,
  { type, locale, status }: Pick<Operation, 'type' | 'locale' | 'status'>,
  document: ModelDocument | null,
  step: number,
): Body {
  const { content } = model;
  const at = hasLocales(type) ? (locale ?? LOCALES[0] ?? '') : null;
  const row = document?.rows.find((each) => each.locale === at && each.status !== 'published');
  const isNewLocale = document !== null && row === undefined;
  const shared = sharedOf(content, type);
  const may = (name: string): boolean => !(isNewLocale && shared.has(name)) || dice.chance(0.02);
  const links: Record<string, LinkInput> = {};
  for (const relation of content.relations) {
    const isBack = relation.target === type && relation.inverse !== null;
    if (relation.source === type && may(relation.name) && dice.chance(0.3))
      links[relation.name] = drawLinks(dice, candidates(dice, model, content, type, relation, locale), {
        many: holdsMany(relation),
        current: (row?.links[relation.name] ?? []).map(({ key }) => key),
      });
    if (isBack && relation.inverse !== null && dice.chance(0.25)) {
      const current = model
        .of(relation.source)
        .filter((other) =>
          other.rows.some(
            (each) =>
              each.links[relation.name]?.some(({ key }) => key === document?.key) &&
              (each.locale === null || each.locale === (locale ?? LOCALES[0])) &&
              (each.status === null || status === undefined || each.status === 'draft'),
          ),
        )
        .map(({ key }) => key);
      links[relation.inverse] = drawLinks(dice, backCandidates(dice, model, type, relation, locale), {
        many: showsMany(relation),
        current,
      });
    }
  }
  return {
    ...(document === null || dice.chance(0.7) ? { name: `n${step}` } : {}),
    ...(may('price') && dice.chance(0.3) ? { price: dice.pick([null, step]) } : {}),
    ...(may('code') && dice.chance(0.3) ? { code: dice.pick([null, ...CODES]) } : {}),
    ...(may('parts') && dice.chance(0.3)
      ? { parts: drawParts(dice, model, type, row?.parts.length ?? 0, locale) }
      : {}),
    links,
  };
}

/** Targets of a link that the row would own; a few do not exist. */
function candidates(
  dice: Dice,
  model: Model,
  _content: Content,
  type: Kind,
  { target, inverse }: Pick<Relation, 'target' | 'inverse'>,
  locale: string | undefined,
): Reference[] {
  const at = hasLocales(type) ? (locale ?? LOCALES[0]) : undefined;
  const isAny = dice.chance(0.04);
  return model.of(target).flatMap((other): Reference[] => {
    const pin = inverse === null ? pinOf(other, type, target) : {};
    const isThere = other.rows.some(
      (row) =>
        (row.locale === null || at === undefined || row.locale === at) &&
        (pin.locale === undefined || row.locale === pin.locale) &&
        (pin.status === undefined || row.status === pin.status),
    );
    return isThere || isAny ? [{ key: other.key, ...pin }] : [];
  });
}

/** Names one document always in the same way, so that no row has two links to it. */
function pinOf({ key }: ModelDocument, type: Kind, target: Kind): Omit<Reference, 'key'> {
  const number = Number(/\d+$/.exec(key)?.[0] ?? 0);
  const locale = !hasLocales(type) && hasLocales(target) ? [undefined, 'fr', 'en'][number % 3] : undefined;
  const status =
    !hasDrafts(type) && hasDrafts(target)
      ? ([undefined, 'published', 'draft'] as const)[(number >> 1) % 3]
      : undefined;
  return { ...(locale === undefined ? {} : { locale }), ...(status === undefined ? {} : { status }) };
}

function backCandidates(
  dice: Dice,
  model: Model,
  type: Kind,
  { source }: Relation,
  locale: string | undefined,
): Reference[] {
  const isAny = dice.chance(0.04);
  const named = hasLocales(source) && !hasLocales(type) && dice.chance(0.2) ? dice.pick(LOCALES) : undefined;
  const at = named ?? locale ?? LOCALES[0];
  return model
    .of(source)
    .filter(({ rows }) => isAny || rows.some((row) => row.locale === null || row.locale === at))
    .map(({ key }) => ({ key, ...(named === undefined ? {} : { locale: named }) }));
}

function drawLinks(
  dice: Dice,
  all: readonly Reference[],
  { many, current }: { readonly many: boolean; readonly current: readonly string[] },
): LinkInput {
  const isNamed = all.some(({ locale, status }) => locale !== undefined && status === undefined);
  if (!many) {
    if (current.length > 0 && dice.chance(0.25)) return { connect: [], disconnect: dice.some(current, 1) };
    const set = dice.some(all, 1);
    return isNamed && set.length > 0 ? { connect: set, disconnect: [] } : { set };
  }
  if (!isNamed && dice.chance(0.35)) return { set: dice.some(all, 4) };
  const chosen = dice.some(all, 3);
  const places = [...current, ...chosen.map(({ key }) => key)];
  const connect = chosen.map((reference): Connect => {
    const position = drawPosition(
      dice,
      places.filter((key) => key !== reference.key || dice.chance(0.03)),
    );
    return position ? { ...reference, position } : reference;
  });
  if (connect[0] && dice.chance(0.02)) connect.push(connect[0]);
  return { connect, disconnect: dice.chance(0.4) ? dice.some(current, 2) : [] };
}

function drawPosition(dice: Dice, places: readonly string[]): Position | null {
  const kind = dice.below(5);
  if (kind === 0) return null;
  if (kind === 1) return { start: true };
  if (kind === 2 || places.length === 0) return { end: true };
  return kind === 3 ? { before: dice.pick(places) } : { after: dice.pick(places) };
}

function drawParts(
  dice: Dice,
  model: Model,
  type: Kind,
  present: number,
  locale: string | undefined,
): PartInput[] {
  const target = { target: model.content.partTarget, inverse: 'none' };
  const links = (many: boolean): LinkInput => {
    const all = candidates(dice, model, model.content, type, target, locale);
    return many && dice.chance(0.5)
      ? { connect: dice.some(all, 2), disconnect: [] }
      : { set: dice.some(all, many ? 3 : 1) };
  };
  const kept = dice.some(
    Array.from({ length: present }, (_, index) => index),
    3,
  );
  const fresh = Array.from({ length: dice.below(3) }, () => undefined);
  return [...kept, ...fresh].map((keep) => ({
    ...(keep === undefined ? {} : { keep }),
    ...(dice.chance(0.6) ? { label: `l${dice.below(100)}` } : {}),
    ...(dice.chance(0.4) ? { one: links(false) } : {}),
    ...(dice.chance(0.4) ? { many: links(true) } : {}),
  }));
}

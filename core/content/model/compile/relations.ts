// Compiles relations: checks that both sides agree, and decides which side holds the links and how they are stored.
import { nearest } from '../../../kernel/check/checks';
import type { RelationAttribute, RelationKind, RelationStorage } from '../compiled/content-type';
import { columnName, linkTableName, pinColumnName } from '../compiled/naming';
import { typeTest } from '../compiled/type-test';
import type { Compilation, ParsedModel, ParsedRelation, ParsedType } from '../read/parsed-model';

/** Reports a mistake in an option of the attribute. */
export type Fail = (option: string, message: string) => void;

const REVERSE: Partial<Record<RelationKind, RelationKind>> = {
  oneToOne: 'oneToOne',
  oneToMany: 'manyToOne',
  manyToOne: 'oneToMany',
  manyToMany: 'manyToMany',
};

const MANY: ReadonlySet<RelationKind> = new Set(['oneToMany', 'manyToMany', 'morphToMany', 'morphMany']);

/** Returns null after a reported mistake. */
export function compileRelation(
  model: ParsedModel,
  attribute: ParsedRelation,
  all: Compilation,
  fail: Fail,
): RelationAttribute | null {
  const link = resolve(model, attribute, all, fail);
  if (!link) return null;
  const { relation, onDelete } = attribute.options;
  if (onDelete !== 'setNull' && !mayHaveRule(link, attribute.options, fail)) return null;
  return {
    kind: 'relation',
    name: attribute.name,
    owner: model.uid,
    declaredType: attribute.declaredType,
    is: typeTest(attribute.declaredType, attribute.typeName),
    declaredOptions: attribute.declaredOptions,
    common: attribute.common,
    writable: attribute.writable && relation !== 'morphOne' && relation !== 'morphMany',
    relation,
    many: MANY.has(relation),
    paged: attribute.options.paged,
    onDelete,
    ...link,
  };
}

/** Links in entries of components may outlive their target, so no rule of theirs could hold. */
function mayHaveRule(
  { holdsLinks, storage, target, inverse }: Link,
  { onDelete, relation }: ParsedRelation['options'],
  fail: Fail,
): boolean {
  if (!holdsLinks)
    fail('onDelete', `stands on the side that holds the links; write "${onDelete}" at ${target}.${inverse}`);
  else if (storage.kind === 'entry')
    fail('onDelete', 'has no effect in a component; move the relation to the content type');
  else if (onDelete === 'cascade' && MANY.has(relation))
    fail(
      'onDelete',
      `"cascade" needs a relation to one document, because a ${relation} relation may keep other targets; write "setNull" or "restrict"`,
    );
  else return true;
  return false;
}

/** Rows of the same document, as a read-only relation. */
export const siblingsOf = (uid: string, name: string, other: string | null): RelationAttribute => ({
  kind: 'relation',
  name,
  owner: uid,
  declaredType: 'relation',
  is: typeTest('relation'),
  common: {
    required: false,
    private: false,
    unique: false,
    configurable: false,
    search: false,
    pluginOptions: {},
  },
  writable: false,
  relation: 'oneToMany',
  many: true,
  paged: false,
  onDelete: 'setNull',
  target: uid,
  inverse: null,
  holdsLinks: false,
  storage: { kind: 'siblings', other },
});

type Link = Pick<RelationAttribute, 'target' | 'inverse' | 'holdsLinks' | 'storage'>;

function resolve(model: ParsedModel, attribute: ParsedRelation, all: Compilation, fail: Fail): Link | null {
  const { options, name } = attribute;
  switch (options.relation) {
    case 'morphToOne':
    case 'morphToMany': {
      if (!allows(attribute, [], fail)) return null;
      return {
        target: null,
        inverse: null,
        holdsLinks: true,
        storage: storageOf(model, attribute, all.types.values()),
      };
    }
    case 'morphOne':
    case 'morphMany': {
      const target = allows(attribute, ['target', 'morphBy'], fail) ? targetOf(attribute, all, fail) : null;
      return target && resolveInverseMorph(model, attribute, target, all, fail);
    }
    default: {
      const target = allows(attribute, ['target', 'inversedBy', 'mappedBy'], fail)
        ? targetOf(attribute, all, fail)
        : null;
      if (!target) return null;
      if (options.inversedBy === undefined && options.mappedBy === undefined)
        return {
          target: target.uid,
          inverse: null,
          holdsLinks: true,
          storage: storageOf(model, attribute, [target]),
        };
      const other = otherSide(model, attribute, target, fail);
      if (!other) return null;
      const holdsLinks = options.inversedBy !== undefined;
      const storage = holdsLinks ? storageOf(model, attribute, [target]) : storageOf(target, other, [model]);
      return { target: target.uid, inverse: other === attribute ? name : other.name, holdsLinks, storage };
    }
  }
}

/** Reports options that this kind of relation cannot have. */
function allows(attribute: ParsedRelation, allowed: readonly string[], fail: Fail): boolean {
  const wrong = (['target', 'inversedBy', 'mappedBy', 'morphBy'] as const).filter(
    (option) => attribute.options[option] !== undefined && !allowed.includes(option),
  );
  for (const option of wrong)
    fail(option, `a ${attribute.options.relation} relation has no ${option}; remove it`);
  return wrong.length === 0;
}

function targetOf(attribute: ParsedRelation, all: Compilation, fail: Fail): ParsedType | null {
  const uid = attribute.options.target;
  if (uid === undefined) {
    fail('target', 'is required and missing: expected the uid of a content type, like api::article.article');
    return null;
  }
  const target = all.types.get(uid);
  if (target || all.broken.has(uid)) return target ?? null;
  const near = nearest(uid, [...all.types.keys()]);
  if (all.components.has(uid))
    fail('target', `"${uid}" is a component; a relation points at a content type. Use "type": "component"`);
  else fail('target', `there is no content type "${uid}"${near ? `; did you mean "${near}"?` : ''}`);
  return null;
}

function otherSide(
  model: ParsedModel,
  attribute: ParsedRelation,
  target: ParsedType,
  fail: Fail,
): ParsedRelation | null {
  const { relation, inversedBy, mappedBy } = attribute.options;
  const option = inversedBy === undefined ? 'mappedBy' : 'inversedBy';
  if (model.model === 'component') {
    fail(option, 'a relation inside a component has one side only; remove it');
    return null;
  }
  if (inversedBy !== undefined && mappedBy !== undefined) {
    fail(
      'mappedBy',
      'expected inversedBy or mappedBy, got both: the side that holds the links has inversedBy',
    );
    return null;
  }
  if (relation === 'manyToOne' && mappedBy !== undefined) {
    fail(
      'mappedBy',
      'a manyToOne relation holds the links itself: use inversedBy, and mappedBy on the oneToMany side',
    );
    return null;
  }
  if (relation === 'oneToMany' && inversedBy !== undefined) {
    fail(
      'inversedBy',
      'a oneToMany relation does not hold the links: use mappedBy, and inversedBy on the manyToOne side',
    );
    return null;
  }
  const other = relationAt(target, option, inversedBy ?? mappedBy ?? '', fail);
  if (!other) return null;
  const where = `${target.uid}.${other.name}`;
  const back = option === 'inversedBy' ? 'mappedBy' : 'inversedBy';
  const expected = REVERSE[relation];
  if (other.options.relation !== expected)
    fail(
      option,
      `the other side of a ${relation} relation is ${expected}, but ${where} is ${other.options.relation}`,
    );
  else if (other.options.target !== model.uid)
    fail(option, `${where} points at "${other.options.target}", expected "${model.uid}"`);
  else if (other.options[back] !== attribute.name) {
    const got = other.options[back] === undefined ? 'has none' : `has "${other.options[back]}"`;
    fail(option, `${where} must have "${back}": "${attribute.name}" and ${got}`);
  } else return other;
  return null;
}

function resolveInverseMorph(
  model: ParsedModel,
  attribute: ParsedRelation,
  target: ParsedType,
  all: Compilation,
  fail: Fail,
): Link | null {
  const { relation, morphBy } = attribute.options;
  if (model.model === 'component') {
    fail('relation', `a ${relation} relation cannot be inside a component: links to it point at documents`);
    return null;
  }
  if (morphBy === undefined) {
    fail(
      'morphBy',
      `is required and missing: expected the name of the polymorphic attribute of ${target.uid}`,
    );
    return null;
  }
  const other = relationAt(target, 'morphBy', morphBy, fail);
  if (!other) return null;
  if (other.options.relation !== 'morphToOne' && other.options.relation !== 'morphToMany') {
    fail(
      'morphBy',
      `expected a morphToOne or morphToMany relation, but ${target.uid}.${morphBy} is ${other.options.relation}`,
    );
    return null;
  }
  const storage = storageOf(target, other, all.types.values());
  return { target: target.uid, inverse: morphBy, holdsLinks: false, storage };
}

/** The relation of the target that an option names. A definition with mistakes has reported them. */
function relationAt(target: ParsedType, option: string, name: string, fail: Fail): ParsedRelation | null {
  const other = target.attributes.get(name);
  if (other?.kind === 'relation') return other;
  if (other) fail(option, `${target.uid}.${name} is a ${other.declaredType}, expected a relation`);
  else if (!target.definitions.has(name)) {
    const near = nearest(name, [...target.definitions.keys()]);
    fail(option, `${target.uid} has no attribute "${name}"${near ? `; did you mean "${near}"?` : ''}`);
  }
  return null;
}

/** The storage of the owning side. `targets`: the types that a link may name. */
function storageOf(
  owner: ParsedModel,
  attribute: ParsedRelation,
  targets: Iterable<ParsedModel>,
): RelationStorage {
  const { name, options } = attribute;
  if (owner.model === 'component') return { kind: 'entry', key: name };
  const axes = new Set(
    [...targets].flatMap((target) =>
      target.model === 'type' ? target.axes.map(({ axis }) => axis.name) : [],
    ),
  );
  const pinned = [...axes].filter((axis) => !owner.axes.some((own) => own.axis.name === axis)).sort();
  const pins = (columnOf: (axis: string) => string) =>
    Object.fromEntries(pinned.map((axis) => [axis, columnOf(axis)]));
  if (MANY.has(options.relation))
    return {
      kind: 'table',
      table: linkTableName(owner.table, name),
      typed: options.relation === 'morphToMany',
      pins: pins(pinColumnName),
    };
  return {
    kind: 'column',
    column: columnName(name, 'doc'),
    orderColumn: columnName(name, 'ord'),
    typeColumn: options.relation === 'morphToOne' ? columnName(name, 'type') : null,
    pins: pins((axis) => columnName(name, axis)),
  };
}

// `relation`: links to documents. core/content/model/compile/relations.ts connects the two attributes of a relation with two sides.
import * as check from '../../kernel/check/checks';
import type { StructuralType } from './attribute-type';

const RELATION_KINDS = [
  'oneToOne',
  'oneToMany',
  'manyToOne',
  'manyToMany',
  'morphToOne',
  'morphToMany',
  'morphOne',
  'morphMany',
] as const;

/**
 * What a delete of the target does: the link goes (`setNull`), the delete is refused while the link exists (`restrict`), or the
 * document with the link is deleted too (`cascade`).
 */
export const ON_DELETE = ['setNull', 'restrict', 'cascade'] as const;
export type OnDelete = (typeof ON_DELETE)[number];

export interface RelationOptions {
  readonly relation: (typeof RELATION_KINDS)[number];
  readonly target?: string | undefined;
  /** This side holds the links; the attribute of the target that shows them. */
  readonly inversedBy?: string | undefined;
  /** The attribute of the target that holds the links. */
  readonly mappedBy?: string | undefined;
  /** The polymorphic attribute of the target that holds the links. */
  readonly morphBy?: string | undefined;
  /** A choice of storage that other systems offer; it has no effect here. */
  readonly useJoinTable?: boolean | undefined;
  /** True: populated only where `populate` may ask for a page (GraphQL, plugins). For lists that may become very long. */
  readonly paged: boolean;
  readonly onDelete: OnDelete;
}

const attributeName = check.optional(
  check.string({ min: 1, expected: 'the name of an attribute of the target' }),
);

export const relationType = {
  kind: 'relation',
  name: 'relation',
  options: check.object({
    relation: check.oneOf(...RELATION_KINDS),
    target: check.optional(check.string({ min: 1, expected: 'the uid of a content type' })),
    inversedBy: attributeName,
    mappedBy: attributeName,
    morphBy: attributeName,
    useJoinTable: check.optional(check.boolean()),
    paged: check.optional(check.boolean(), false),
    onDelete: check.optional(check.oneOf(...ON_DELETE), 'setNull'),
  }),
} satisfies StructuralType<RelationOptions>;

// Values that move between an attribute of a content type and a field of its component. Both forms stand in the file of the type:
//   out of the component:   "title": { "type": "string", "renamedFrom": "seo.title" }
//   into the component:     "seo": { "type": "component", "component": "shared.seo", "fieldsFrom": { "title": "headline" } }
import type { AnyModel } from '../model/compiled/content-type';

export interface FieldMove {
  /** The present place: `title`, or `seo.title`. StoredModel.renamed has it as a key. */
  readonly to: string;
  readonly from: string;
  readonly direction: 'out' | 'in';
}

/** `seo.title` */
export const isFieldPath = (name: string): boolean => name.includes('.');

export const declaredMoves = ({ attributes }: Pick<AnyModel, 'attributes'>): FieldMove[] =>
  [...attributes.values()].flatMap((attribute): FieldMove[] => {
    const { name, kind, common } = attribute;
    const from = common.renamedFrom;
    const out =
      kind !== 'waiting' && from !== undefined && isFieldPath(from)
        ? [{ to: name, from, direction: 'out' as const }]
        : [];
    const fields = attribute.kind === 'component' ? Object.entries(attribute.fieldsFrom) : [];
    return [
      ...out,
      ...fields.map(([field, former]) => ({
        to: `${name}.${field}`,
        from: former,
        direction: 'in' as const,
      })),
    ];
  });

/** Moves that stored values have not followed. */
export const pendingMoves = (
  before: { readonly renamed: Readonly<Record<string, string>> } | undefined,
  owner: Pick<AnyModel, 'attributes'>,
): FieldMove[] =>
  before
    ? declaredMoves(owner).filter(
        ({ to, from }) => !Object.hasOwn(before.renamed, to) || before.renamed[to] !== from,
      )
    : [];

// The scopes of a content type (`type.addScope`): attributes whose values divide its documents, such as the tenant of a document.
import type { Mistake } from '../../../kernel/errors/startup-error';
import { isParallel } from '../compiled/axis-kind';
import type { ContentScope, ContentType } from '../compiled/content-type';
import type { ParsedType } from '../read/parsed-model';

const KINDS: ReadonlySet<string> = new Set(['string', 'integer']);

export function compileScopes(
  { scopes }: ParsedType,
  { attributes, axes }: Pick<ContentType, 'attributes' | 'axes'>,
  mistakes: Mistake[],
): ContentScope[] {
  return scopes.flatMap(({ name, valueFor, author }) => {
    const attribute = attributes.get(name);
    const refuse = (reason: string): [] => {
      mistakes.push({ where: author, message: `addScope("${name}"): ${reason}` });
      return [];
    };
    if (!attribute) return refuse('there is no attribute of this name; add it first, with type.addAttribute');
    if (attribute.kind !== 'scalar' || !KINDS.has(attribute.type.column(attribute.options).kind))
      return refuse('expected an attribute with a column of text or whole numbers, such as the type string');
    const use = axes.find((each) => isParallel(each) && !each.shared.has(name));
    return use
      ? refuse(`the attribute has a value per ${use.axis.name}; make it one value for the whole document`)
      : [{ attribute, valueFor }];
  });
}

// The scope of a unique value: the axis values of its row, the content type and the path of the attribute. Two documents cannot hold
// one value within one scope.
//
// article.slug of the channel print       @channel=print api::article.article.slug
// the attribute slug of article.seo       api::article.article.seo.slug
// of a shared.box in article.zone         api::article.article.zone.shared.box.slug
// the attribute alias with uniqueWith slug  api::article.article.slug
// in the scope tenant (type.addScope)       api::article.article.slug tenant=acme

import type { Stored } from '../../../database/sql-dialect';
import type { Path } from '../../../kernel/check/check';
import { isParallel } from '../../model/compiled/axis-kind';
import { scopeText } from '../../model/compiled/content-scope';
import type { ContentType, ScalarAttribute, Uid } from '../../model/compiled/content-type';
import type { RowAxes } from '../write/target';

/** `path`: of the attribute in a body, positions included. `zoned`: the component of the zone's entry that contains the attribute. */
export type ScopeOf = (path: Path, zoned: Uid | null) => string;

export const scopesOf =
  (type: ContentType, axes: RowAxes, valueFor: (attribute: ScalarAttribute) => unknown): ScopeOf =>
  (path, zoned) => {
    const [root = '', ...rest] = path.filter((step) => typeof step === 'string');
    const suffix = scopeSuffix(type, axes, root);
    const scope = [type.uid, root, ...(zoned === null ? [] : [zoned]), ...rest].join('.');
    // The suffix stands in front, so that a scope that is cut to its greatest length keeps it.
    const whole = type.scopes.length === 0 ? scope : scope + scopeText(type, valueFor);
    return suffix ? `${suffix} ${whole}` : whole;
  };

/** The part of a scope that the axes add: `@channel=print` for each parallel axis that does not share the attribute. */
export function scopeSuffix(type: ContentType, axes: RowAxes, attribute: string): string {
  let suffix = '';
  for (const use of type.axes)
    if (isParallel(use) && !use.shared.has(attribute))
      suffix += `@${use.axis.name}=${axes[use.axis.name] ?? ''}`;
  return suffix;
}

/** The path whose scope a value of the attribute claims. Attributes that are unique together share one scope. */
export const claimPath = ({ uniqueWith }: ScalarAttribute, path: Path): Path =>
  uniqueWith === undefined ? path : [uniqueWith];

/** Several documents may have an empty text. */
export const holdsValue = (value: Stored): value is Exclude<Stored, null> => value !== null && value !== '';

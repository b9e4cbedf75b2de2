// The forms of the same question in a request: names in a list, in one text, or as objects.
import type { Dice } from './dice';

export interface Forms {
  /** `sort[0]=n&sort[1]=day:desc`, `sort=n,day:desc`, `sort[0][n]=asc&sort[1][day]=desc`. */
  readonly sort: 'list' | 'text' | 'objects';
  /** `fields[0]=n&fields[1]=day`, `fields=n,day`. */
  readonly fields: 'list' | 'text';
  /** `populate[0]=a&populate[1]=b`, `populate=a,b`, `populate[0]=a.b`; options need objects. */
  readonly populate: 'list' | 'text';
  /** `filters[$and][0]`, `filters[0]`. */
  readonly filters: 'and' | 'list';
}

/** The forms of the examples in the specification. */
export const LISTS: Forms = { sort: 'list', fields: 'list', populate: 'list', filters: 'and' };

export const randomForms = (dice: Dice): Forms => ({
  sort: dice.pick(['list', 'text', 'objects'] as const),
  fields: dice.pick(['list', 'text'] as const),
  populate: dice.pick(['list', 'text'] as const),
  filters: dice.pick(['and', 'list'] as const),
});

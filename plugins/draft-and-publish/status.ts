// The status of a row: every document has a draft; a published document also has a published row. No code here reads requests.
import { type AxisBindings, type ContentType, only, type StagesAxis } from '../../core';

export type Status = 'draft' | 'published';

export const STATUS = 'status';
export const PUBLISHED_AT = 'published_at';

export const STATUS_AXIS: StagesAxis = {
  name: STATUS,
  // Not `status`: content types have attributes of that name.
  column: '_status',
  kind: 'stages',
  working: 'draft',
  store: { kind: 'enum', values: ['draft', 'published'] },
  base: () => 'published',
  defaultValue: () => 'published',
  any: false,
  pin: 'restrict',
  permission: (type, value) => (value === 'draft' ? readDraftAction(type) : null),
};

/** The permission to read drafts of a type, beside `find` and `findOne`. */
export const readDraftAction = (uid: string): string => `${uid}.readDraft`;

/** The permission to make links that show a draft to people without an account. */
export const previewLinkAction = (uid: string): string => `${uid}.previewLink`;

export const hasStatus = (type: ContentType): boolean => type.axes.some(({ axis }) => axis === STATUS_AXIS);

/** The other axes: a document has a draft for each of their values. */
export const parallelAxes = (type: ContentType) =>
  type.axes.flatMap(({ axis }) => (axis.kind === 'parallel' ? [axis] : []));

/** The status that the request names; undefined when it names none. */
export function statusAsked(axes: AxisBindings): Status | undefined {
  const binding = axes[STATUS];
  if (binding?.kind !== 'values') return undefined;
  return binding.values[0] === 'draft' ? 'draft' : 'published';
}

export const showing = (status: Status): AxisBindings => ({ [STATUS]: only(status) });

// The status of a row: every document has a draft, and a published row once it has been published. Nothing here knows of requests.
import { type AxisBindings, type AxisDefinition, type ContentType, only } from '../../core';

export type Status = 'draft' | 'published';

export const STATUS = 'status';
export const PUBLISHED_AT = 'published_at';

export const STATUS_AXIS: AxisDefinition = {
  name: STATUS,
  // Not `status`: content types have attributes of that name.
  column: '_status',
  store: { kind: 'enum', values: ['draft', 'published'] },
  base: () => 'published',
  defaultValue: () => 'published',
  any: false,
  pin: 'restrict',
  companions: ['draft'],
  settledColumn: PUBLISHED_AT,
  permission: (type, value) => (value === 'draft' ? readDraftAction(type) : null),
};

/** The permission to see drafts of a type, beside `find` and `findOne`. */
export const readDraftAction = (uid: string): string => `${uid}.readDraft`;

export const hasStatus = (type: ContentType): boolean => type.axes.some(({ axis }) => axis === STATUS_AXIS);

/** What the request says; undefined when it says nothing. */
export function statusAsked(axes: AxisBindings): Status | undefined {
  const binding = axes[STATUS];
  if (binding?.kind !== 'values') return undefined;
  return binding.values[0] === 'draft' ? 'draft' : 'published';
}

export const showing = (status: Status): AxisBindings => ({ [STATUS]: only(status) });

// The roles that the body of a user request names, in every form of relation input.
import { check } from '../../../core';

export type RoleTarget = string | number;

/** `{ connect: [{ id: 3 }] }` → [3]. An empty list means that the user would have no role. */
export function roleTargetsIn(input: unknown): readonly RoleTarget[] {
  if (typeof input === 'number') return [input];
  if (typeof input === 'string') return input === '' ? [] : [input];
  if (Array.isArray(input)) return input.flatMap(roleTargetsIn);
  if (!check.isPlainObject(input)) return [];
  const { set, connect, id, documentId } = input;
  return [set, connect, id, documentId].flatMap(roleTargetsIn);
}

// A payload for people: without the values of secrets.
import type { App } from '../../core';

const HIDDEN = '[hidden]';
const DEEPEST = 20;

export function hideSecrets(value: unknown, names: App['secretNames'], depth = 0): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return HIDDEN;
  if (Array.isArray(value)) return value.map((item) => hideSecrets(item, names, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      names.has(key) ? HIDDEN : hideSecrets(item, names, depth + 1),
    ]),
  );
}

// What is odd about the definition files without being a mistake, told once at start: one line per key and per missing plugin,
// however many files say it.
import type { Logger } from '../http/logger';
import type { Schema } from '../schema/content-type';

export function reportSchema({ warnings, waiting }: Schema, log: Logger): void {
  const told = groups(
    warnings,
    ({ at, message }) => `${at ? `${at}: ` : ''}${message.replace(/ \(in .*\)$/, '')}`,
  );
  for (const [message, list] of told)
    log.warn(message, { where: [...new Set(list.map(({ where }) => where))] });
  for (const [reason, list] of groups(waiting, (attribute) => attribute.reason)) {
    const names = list.map(({ owner, name }) => `${owner} ${name}`).join(', ');
    log.warn(`${names} ${list.length === 1 ? 'is' : 'are'} left out: ${reason}`);
  }
}

function groups<T>(list: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const item of list) found.set(keyOf(item), [...(found.get(keyOf(item)) ?? []), item]);
  return found;
}

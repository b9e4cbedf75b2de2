// Logs the warnings about definition files at startup: one line per unknown key and per missing plugin, with all files.
import type { Logger } from '../kernel/log/logger';
import type { Schema } from './model/compiled/content-type';

export function reportSchema({ warnings, waiting }: Schema, log: Logger): void {
  const byMessage = groups(
    warnings,
    ({ at, message }) => `${at ? `${withoutName(at)}: ` : ''}${message.replace(/ \(in .*\)$/, '')}`,
  );
  for (const [message, list] of byMessage)
    log.warn(message, { where: [...new Set(list.map(({ where }) => where))] });
  for (const [reason, list] of groups(waiting, (attribute) => attribute.reason)) {
    const names = list.map(({ owner, name }) => `${owner} ${name}`).join(', ');
    log.warn(`${names} ${list.length === 1 ? 'is' : 'are'} left out: ${reason}`);
  }
}

const withoutName = (at: string): string => at.replace(/^attributes\.[^.]+\./, 'attributes.*.');

function groups<T>(list: readonly T[], groupOf: (item: T) => string): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const item of list) found.set(groupOf(item), [...(found.get(groupOf(item)) ?? []), item]);
  return found;
}

// Options of archives have no meaning for a table, and the other way round.

import { type PluginCommandInput, refuseInput } from '../../core';

export function refuseOthers(
  flags: PluginCommandInput['flags'],
  others: readonly string[],
  reason: string,
): void {
  const given = others.filter((name) => flags[name] !== undefined);
  if (given.length > 0) refuseInput(`${given.map((name) => `--${name}`).join(', ')}: ${reason}.`);
}

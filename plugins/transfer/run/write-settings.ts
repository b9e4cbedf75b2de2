// Writes the settings of plugins that an archive has.

import {
  type App,
  jsonLines,
  type Member,
  pathToText,
  putSettings,
  refuseInput,
  runCheck,
} from '../../../core';
import { settingCheck } from '../archive/format';

/** Returns their number. */
export async function writeSettings({ database }: App, member: Member): Promise<number> {
  let written = 0;
  for await (const value of jsonLines(member)) {
    const { value: line, issues } = runCheck(settingCheck, value);
    const [issue] = issues;
    if (issue) refuseInput(`${member.name}: ${pathToText(issue.path)} ${issue.message}.`);
    await database.transaction((tx) => putSettings(tx, database.dialect, line.plugin, line.settings));
    written += 1;
  }
  return written;
}

// The last output of a startup: addresses and example requests as text; in production, lines of the log.

import { linksOf, openAddressOf } from '../app/about';
import type { Kernel } from '../app/app';
import { firstRequests, mayRead } from '../app/first-requests';
import { columns } from './command';
import { bold, print, yellow } from './terminal';

interface Remark {
  readonly label: 'closed' | 'warning' | 'empty';
  readonly text: string;
}

export async function reportStartup(kernel: Kernel): Promise<void> {
  const remarks = [...remarkOnAccess(kernel), ...remarkOnContent(kernel)];
  if (kernel.isProduction) logRemarks(kernel, remarks);
  else if (kernel.config.server.logs.level !== 'silent') await printMessage(kernel, remarks);
}

/** The output of production contains log lines only. */
function logRemarks({ log }: Kernel, remarks: readonly Remark[]): void {
  for (const { label, text } of remarks) log[label === 'closed' ? 'info' : 'warn'](text);
}

async function printMessage(kernel: Kernel, remarks: readonly Remark[]): Promise<void> {
  const base = openAddressOf(kernel);
  const { url } = kernel.config.server;
  const links = Object.entries(linksOf(kernel)).map(([name, path]): [string, string] => [name, base + path]);
  if (url !== undefined && url !== base) links.push(['public', url]);
  const tries = await firstRequests(kernel, mayRead(kernel));
  print(
    [
      `\n${bold('Quire')} is running at ${bold(base + kernel.config.api.rest.prefix)}`,
      ...columns(links),
      `  ${kernel.environment}: ${hintsIn(kernel.environment)}`,
      ...remarks.map(({ label, text }) => `  ${yellow(`${label}:`)} ${text}`),
      ...(tries.length > 0 ? ['\nTry:', ...tries.map((request) => `  ${request}`), ''] : []),
    ].join('\n'),
  );
}

const hintsIn = (environment: string): string =>
  environment === 'development'
    ? 'a 403 names the missing action; NODE_ENV=production disables that'
    : 'a 403 contains no hint; NODE_ENV=development enables hints';

/** Only if no plugin handles anonymous requests. */
function remarkOnAccess({ plugins, config, hooks }: Kernel): Remark[] {
  if (plugins.some(({ handlesAnonymous }) => handlesAnonymous)) return [];
  const { anonymous } = config.server;
  if (anonymous === 'none') {
    // A plugin may recognise other callers.
    const who = hooks.request.authorize.isUsed() ? 'every request without credentials' : 'every request';
    const text = `${who} gets a 403; enable a plugin with users, or set server.anonymous`;
    return [{ label: 'closed', text }];
  }
  const what = anonymous === 'full' ? 'read and write everything' : 'read everything';
  const text = `every client of this port may ${what} (server.anonymous is "${anonymous}")`;
  return [{ label: 'warning', text }];
}

const remarkOnContent = ({ schema, dir }: Kernel): Remark[] =>
  schema.types.size > 0
    ? []
    : [{ label: 'empty', text: `${dir} has no content types; add config/content-types/NAME.json` }];

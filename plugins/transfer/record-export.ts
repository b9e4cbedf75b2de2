// Says that content has left the application, such as for an audit log.
import type { App, RequestContext } from '../../core';

export async function recordExport(
  app: App,
  details: Readonly<Record<string, unknown>>,
  request?: RequestContext,
): Promise<void> {
  // A process that only reads cannot store that.
  if (!app.config.server.readOnly) await app.record('transfer.export', details, request);
}

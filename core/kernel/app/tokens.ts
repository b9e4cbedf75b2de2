// The kernel's own parts as services. The properties of the same names on an app object resolve these.
import type { WorkerGroup } from '../concurrency/worker-group';
import type { Config } from '../config/load-config';
import type { CollectedRoute } from '../http/routes/route-collector';
import type { HttpServer } from '../http/server';
import type { Logger } from '../log/logger';
import { token } from '../registry/container';

export const CONFIG = token<Config>('config');
export const LOGGER = token<Logger>('logger');
export const ROUTES = token<readonly CollectedRoute[]>('routes', 'boot.before');
/** The processes of `quire start --workers`. */
export const WORKERS = token<WorkerGroup>('workers');
/** Its port is open from the hook `listening` on. */
export const SERVER = token<HttpServer>('server', 'boot.after');

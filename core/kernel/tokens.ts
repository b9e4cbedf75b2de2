// The services of the core, as every plugin and every class of its own may resolve them from `kernel.container`.
import type { Config } from '../config/load-config';
import type { Database } from '../database/database';
import type { Logger } from '../http/logger';
import type { Schema } from '../schema/content-type';
import { token } from './container';
import type { ContentDocuments } from './kernel-surface';

export const CONFIG = token<Config>('config');
export const LOGGER = token<Logger>('logger');
/** From `schema.ready` on. */
export const SCHEMA = token<Schema>('schema');
/** From `boot.before` on. */
export const DATABASE = token<Database>('database');
/** From `boot.before` on. */
export const DOCUMENTS = token<ContentDocuments>('documents');

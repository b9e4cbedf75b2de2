// What a plugin sees of the application it is part of. kernel.ts makes it.
import type { AttributeRegistry } from '../attributes/registry';
import type { Config } from '../config/load-config';
import type { Database } from '../database/database';
import type { DoctorChecks } from '../doctor/registry';
import type { OperationRegistry } from '../documents/operation-registry';
import type { Documents, DocumentTextService } from '../documents/operations';
import type { ReadService } from '../documents/read';
import type { Logger } from '../http/logger';
import type { Policy, RouteMiddleware } from '../http/route';
import type { CollectedRoute } from '../http/route-collector';
import type { HttpServer } from '../http/server';
import type { ParamRegistry } from '../query/params';
import type { Schema, Uid } from '../schema/content-type';
import type { OffPlugins } from '../schema/off-plugins';
import type { ActionRegistry } from './action-registry';
import type { Container } from './container';
import type { Hooks } from './hooks';
import type { NamedRegistry } from './named-registry';
import type { CommandOf } from './plugin-command';

/** A command that a plugin brings to the command line. */
export type PluginCommand = CommandOf<Kernel>;

export interface Kernel {
  /** The application folder, absolute. */
  readonly dir: string;
  /** NODE_ENV, or `development`. */
  readonly environment: string;
  readonly isProduction: boolean;
  /** The environment, `.env` included; for secrets that a plugin looks for itself. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly config: Config;
  readonly log: Logger;
  readonly hooks: Hooks<Kernel>;
  readonly container: Container;
  /** Plugins that are on, in the order in which they registered. */
  readonly plugins: readonly PluginInfo[];
  /** Those that could be on and are not, for messages about names that nobody knows. */
  readonly offPlugins: OffPlugins;

  // To be filled while plugins register.
  readonly attributes: AttributeRegistry;
  readonly params: ParamRegistry;
  /** What plugins add to the document service of each type. */
  readonly operations: OperationRegistry;
  /** Keys of a body that mean nothing and are passed over. */
  readonly ignoredKeys: Set<string>;
  readonly policies: NamedRegistry<Policy>;
  /** What may be allowed or not. Those of routes are there from the end of `createKernel` on. */
  readonly actions: ActionRegistry;
  /** Commands for the command line. */
  readonly commands: NamedRegistry<PluginCommand>;
  /** What `quire doctor` looks at beside what the core checks. */
  readonly doctor: DoctorChecks;
  readonly middlewares: NamedRegistry<RouteMiddleware>;

  // There from a certain moment on; asking earlier throws.
  /** From `schema.ready` on. */
  readonly schema: Schema;
  /** All routes, from the end of `createKernel` on. */
  readonly routes: readonly CollectedRoute[];
  /** From `boot.before` on. */
  readonly database: Database;
  /** From `boot.before` on. */
  readonly documents: ContentDocuments;
  /** From `boot.after` on; open from `listening` on. */
  readonly server: HttpServer;

  /** Connects the database, brings it in step with the schema, boots the plugins. */
  start(): Promise<void>;
  /** Opens the port; starts first where that has not happened. */
  listen(): Promise<void>;
  /** Ends requests, then plugins in reverse order, then the database. Twice is once. */
  stop(): Promise<void>;
}

/** The document service: as objects for plugins and scripts, as JSON text for transports. */
export type ContentDocuments = Documents & {
  text(uid: Uid): DocumentTextService;
  /** Reads in their steps, for transports that keep what they have parsed. */
  readonly read: ReadService;
};

export interface PluginInfo {
  readonly name: string;
  /** `built in`, `given`, or the file. */
  readonly source: string;
  readonly dependencies: readonly string[];
  /** It has a verdict on every request without credentials, so that `server.anonymous` says nothing. */
  readonly judgesAnonymous?: boolean;
}

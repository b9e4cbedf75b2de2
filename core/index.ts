// The public surface: what plugins, applications and embedding programs import. Nothing else of core/ is promised to stay.

export type {
  AggregateOperator,
  AttributeDefinition,
  AttributeType,
  CommonOptions,
  FilterOperator,
  LoweredType,
  ScalarType,
  Stored,
  Strictness,
} from './attributes/attribute-type';
// the content model
export { hashPassword, verifyPassword } from './attributes/password';
export type { ColumnSpec, JsonKind, SqlDialect } from './attributes/sql-dialect';
export {
  type Check,
  type Infer,
  type Issue,
  type JsonSchema,
  type Path,
  pathToText,
  runCheck,
} from './check/check';
export * as check from './check/checks';
// configuration and checks
export type { ApiConfig } from './config/api-config';
export type { DatabaseConfig } from './config/database-config';
export { described } from './config/described';
export { createEnv, type Env } from './config/env';
export type { Config } from './config/load-config';
export { loadModule } from './config/load-module';
export type { MiddlewareEntry, MiddlewaresConfig } from './config/middlewares-config';
export type { PluginEntry, PluginsConfig } from './config/plugins-config';
export { resolveModule } from './config/resolve-module';
export { restBase } from './config/rest-base';
export type { RestAction, RestTypeConfig } from './config/rest-type-config';
export { secret } from './config/secret';
export { section } from './config/section';
export type { ServerConfig } from './config/server-config';
export type { Database, Row, Tx } from './database/database';
export { foldCase } from './database/dialects/fold-case';
export { GenerationCache } from './database/generation-cache';
export type { TableColumn, TableIndex, TableSpec } from './database/tables';
export type {
  DoctorCheck,
  DoctorContext,
  DocumentFinding,
  Finding,
  StoredDocument,
} from './doctor/check';
export type { OperationRegistry } from './documents/operation-registry';
export type {
  DocumentObject,
  DocumentOperation,
  DocumentOperationMap,
  DocumentService,
  DocumentTextService,
  FollowUp,
  IssueCollector,
  LoadedSet,
  PaginationMeta,
  Precondition,
  QueryParamMap,
  ReadArguments,
  StoredRow,
  TextResult,
  VariantStore,
  WriteAction,
  WriteArguments,
  WriteContext,
  WriteOutcome,
  WriteResult,
} from './documents/operations';
export { dataObject } from './documents/parse-input';
export type { PreparedRead, ReadOperation, ReadService, ReadWords } from './documents/read';
// errors
export { AppError, type ErrorDetails } from './errors/app-error';
export { type BodyIssue, coreErrors, type ParamName } from './errors/core-errors';
export { defineErrors, ERROR_TABLES } from './errors/define-errors';
export { type Mistake, StartupError } from './errors/startup-error';
export { type ErrorBody, toResponse } from './errors/to-response';
// requests
export { type MultipartBody, type UploadedFile, unreadRemedy } from './http/body';
export type { Principal, RequestContext, Verdict } from './http/context';
export type { Logger, LogLevel } from './http/logger';
export { createMemoryRateStore } from './http/memory-rate-store';
export {
  accountKey,
  addressKey,
  createRateLimiter,
  enforceRate,
  type RateCount,
  type RateLimiter,
  type RateState,
  type RateStore,
  rateHeaders,
} from './http/rate-limit';
export {
  type Answer,
  type BodyKind,
  type CheckedInput,
  type Method,
  type MiddlewareReference,
  type Policy,
  type PolicyReference,
  type RouteChecks,
  type RouteDefinition,
  type RouteMiddleware,
  route,
} from './http/route';
export type { CollectedRoute, RouteBuilder, RouteCollector } from './http/route-collector';
export type { HttpServer } from './http/server';
export type { ActionRegistry, PermissionAction } from './kernel/action-registry';
export { type Container, type Token, token } from './kernel/container';
export { EMAIL, type EmailContent, type EmailMessage, type EmailService } from './kernel/email';
export type { Hooks } from './kernel/hooks';
export { createKernel, type Kernel, type KernelOptions } from './kernel/kernel';
export type { ContentDocuments as Documents, PluginCommand, PluginInfo } from './kernel/kernel-surface';
export type { NamedRegistry } from './kernel/named-registry';
// a plugin, and what it is given
export { type AnyPlugin, definePlugin, type Plugin } from './kernel/plugin';
export type { PluginCommandInput } from './kernel/plugin-command';
export { CONFIG, DATABASE, DOCUMENTS, LOGGER, SCHEMA } from './kernel/tokens';
// queries and documents
export type { Filter, Page, Populate, QueryNode, RelatedFilter, SelectedField, SortKey } from './query/ast';
export type { ParamDefinition, ParamRegistry } from './query/params';
export { checkMisplacedPagination } from './query/parse-pagination';
export type { QueryContext } from './query/prepare';
export type { QueryLimits, QueryRequest, RawQuery } from './query/raw-query';
export {
  ANY,
  type AxisBinding,
  type AxisBindings,
  type AxisDefinition,
  type AxisUse,
  axisValueToStored,
  only,
} from './schema/axis';
export type {
  AnyModel,
  Attribute,
  Component,
  ComponentAttribute,
  ContentType,
  RelationAttribute,
  ScalarAttribute,
  Schema,
  Uid,
  WaitingAttribute,
  ZoneAttribute,
} from './schema/content-type';
export { type OffPlugins, waitsFor } from './schema/off-plugins';
export { siblingsOf } from './schema/relations';
export type {
  ComponentDefinition,
  ContentTypeDefinition,
  SchemaCollector,
  TypeBuilder,
} from './schema/type-builder';
export { FULL_VISIBILITY, OPEN_VISIBILITY, type Visibility, withVisibility } from './schema/visibility';
export type { PluginConfigMap, PluginName, RequestState } from './types';

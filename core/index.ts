// The public surface: what plugins, applications and embedding programs import. Nothing else of core/ is promised to stay.

export type {
  AttributeDefinition,
  AttributeType,
  CommonOptions,
  LoweredType,
  ScalarType,
  Stored,
  Strictness,
  ValueContext,
} from './attributes/attribute-type';
// building blocks of attribute types
export { canonicalDecimal, compareDecimals, decimalFilterValue } from './attributes/families/decimal-text';
export { type FilterValue, textFilterValue } from './attributes/families/filter-values';
export { jsonTextFacts, parseJson } from './attributes/families/json-text';
export { type MomentFacts, momentType, type NoOptions } from './attributes/families/moment-type';
export { type NumberOptions, numberFilterValue, toNumber } from './attributes/families/number';
export { type NumberFacts, numberType } from './attributes/families/number-type';
export { type TextFacts, type TextOptions, textType } from './attributes/families/text';
export {
  placeOf,
  refuse,
  refuseAbove,
  refuseBelow,
  refuseNumber,
  refuseType,
} from './attributes/families/value-issues';
// filter operators
export {
  type Compared,
  type ComparedKind,
  EVERY_KIND,
  type FilterOperator,
  type FlagOperator,
  type ListOperator,
  type OneValueOperator,
  type PairOperator,
} from './attributes/filter-operator';
export { EQUAL } from './attributes/operators/equality';
export {
  BUILT_IN_OPERATORS,
  type OperatorRegistry,
  type Operators,
  operatorsOf,
} from './attributes/operators/registry';
// the content model
export { hashPassword, randomHash, verifyPassword } from './attributes/password';
export {
  type ColumnSpec,
  type JsonKind,
  type Sql,
  type SqlDialect,
  sql,
  type TextMatch,
} from './attributes/sql-dialect';
export {
  type Check,
  type Infer,
  type Issue,
  type JsonSchema,
  type Path,
  runCheck,
} from './check/check';
export * as check from './check/checks';
export { described } from './check/described';
// configuration and checks
export type { ApiConfig } from './config/api-config';
export type { DatabaseConfig } from './config/database-config';
export { createEnv, type Env } from './config/env';
export type { Config } from './config/load-config';
export { loadModule } from './config/load-module';
export type { MiddlewareEntry } from './config/middlewares-config';
export { resolveModule } from './config/resolve-module';
export { restBase } from './config/rest-base';
export type { RestAction, RestTypeConfig } from './config/rest-type-config';
export { secret } from './config/secret';
export { section } from './config/section';
export type { ServerConfig } from './config/server-config';
export type { CommitWatch, Database, ReadControl, Row, Tx } from './database/database';
export { foldCase } from './database/dialect';
export { GenerationCache } from './database/generation-cache';
export type { DroppedTypes } from './database/migrate/dropped-types';
export type { AggregateOutcome, Bucket } from './database/read/run-aggregate';
export type { TableColumn, TableIndex, TableSpec } from './database/tables';
export type {
  DoctorCheck,
  DoctorContext,
  DocumentFinding,
  Finding,
  StoredDocument,
} from './doctor/check';
export type { SecurityCheck } from './doctor/security-check';
export { singleDocumentId } from './documents/input/document-id';
export { dataObject } from './documents/input/parse-input';
export type {
  AggregateArguments,
  AggregateWords,
  BucketWords,
  DocumentOperation,
  DocumentService,
  DocumentTextService,
  LoadedEntry,
  LoadedSet,
  PaginationMeta,
  ReadArguments,
  TextResult,
  WriteArguments,
  WriteOutcome,
} from './documents/operations';
export { operationsOf } from './documents/operations-of-plugins';
export type { PreparedAggregate, PreparedRead, ReadOperation, ReadWords } from './documents/prepare-read';
export type { Moment, ReadService, TextPieces } from './documents/read';
export type {
  Changes,
  CollectionClient,
  Conditions,
  ContentClient,
  FieldNames,
  Filters,
  Input,
  KnownUid,
  ListMeta,
  Populating,
  Query,
  Result,
  Shaping,
  SingleClient,
  Sort,
} from './documents/typed-content';
export type { TypedDocuments } from './documents/typed-documents';
export { mayLink } from './documents/write/link-right';
export type {
  DocumentObject,
  FollowUp,
  IssueCollector,
  Precondition,
  StoredRow,
  VariantStore,
  WriteAction,
  WriteContext,
  WriteResult,
} from './documents/write-action';
// errors
export { AppError, type ErrorDetails } from './errors/app-error';
export { type BodyIssue, coreErrors } from './errors/core-errors';
export { defineErrors, ERROR_TABLES } from './errors/define-errors';
export { type ErrorSource, errorSourceOf } from './errors/error-source';
export { type AnyFunction, namingErrors } from './errors/naming-errors';
export { type Mistake, StartupError } from './errors/startup-error';
export { type ErrorBody, toResponse } from './errors/to-response';
export type { Upgrade } from './http/connections/upgrades';
export type { Logger, LogLevel } from './http/logger';
// requests
export { unreadRemedy } from './http/request/body';
export { addressKey } from './http/request/client-address';
export type { Principal, RequestContext, Verdict } from './http/request/context';
export { MultipartBody, type UploadedFile } from './http/request/multipart-body';
export { abandonedFolders, removeFolder, temporaryFolder } from './http/request/temporary-folders';
export {
  type BrowserPage,
  type BrowserPageDefinition,
  createBrowserPage,
} from './http/response/browser-page';
export {
  type Answer,
  type AnswerOf,
  type CheckedInput,
  type Method,
  type MiddlewareReference,
  type Policy,
  type PolicyReference,
  type RouteChecks,
  type RouteDefinition,
  type RouteMiddleware,
  route,
} from './http/routes/route';
export type { CollectedRoute, RouteBuilder } from './http/routes/route-collector';
export type { HttpServer } from './http/server';
export type { App, ContentDocuments as Documents, Kernel, PluginInfo } from './kernel/app';
export { type Container, type Lifetime, type Token, token } from './kernel/container';
export type { CallerDocuments } from './kernel/documents-as';
export { EMAIL, type EmailContent, type EmailMessage, type EmailService } from './kernel/email';
export type { GraphqlPart, GraphqlPartField, GraphqlPartQueries } from './kernel/graphql-part';
export { createKernel, type KernelOptions } from './kernel/kernel';
export {
  openProvider,
  type ProviderChoice,
  type ProviderFactory,
  type ProviderHost,
} from './kernel/open-provider';
export {
  type DocumentAction,
  documentActionOf,
  isOfDisabledPlugin,
  type PermissionAction,
  readActionOf,
} from './kernel/permission-action';
// a plugin, and what it is given
export { type AnyPlugin, definePlugin, type Plugin } from './kernel/plugin';
export type { PluginCommand, PluginCommandInput } from './kernel/plugin-command';
export type { PluginHooks } from './kernel/plugin-hooks';
export type { PluginSettings } from './kernel/plugin-settings';
export type { PluginState, StateShape } from './kernel/plugin-state';
export { DATABASE, DOCUMENTS, SCHEMA } from './kernel/tokens';
export { type HasAction, USER_RIGHTS, type UserRights } from './kernel/user-rights';
// queries and documents
export type { Filter, Page, Populate, QueryNode } from './query/ast';
export { isPolymorphic, type ModelView, viewOf } from './query/model-view';
export { type GraphqlArgument, type ParamDefinition, paramsTakenBy } from './query/params';
export { checkMisplacedPagination, parsePagination } from './query/parse-pagination';
export type { QueryContext } from './query/prepare';
export { clientLimits, type QueryLimits } from './query/query-limits';
export type { QueryRequest, RawQuery } from './query/raw-query';
export { type SelectedKey, Selection } from './query/selection';
export { type Entry, Registry } from './registry/registry';
export { siblingsOf } from './schema/compile/relations';
export {
  ANY,
  type AxisBinding,
  type AxisBindings,
  type AxisDefinition,
  type AxisUse,
  only,
  type ParallelAxis,
  type StagesAxis,
} from './schema/model/axis';
export { isParallel, pendingColumn, stagesOf } from './schema/model/axis-kind';
export { type Caller, type CodeCaller, type RequestCaller, requestCaller } from './schema/model/caller';
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
} from './schema/model/content-type';
export {
  type FilterPlace,
  FULL_VISIBILITY,
  limitRows,
  OPEN_VISIBILITY,
  type Visibility,
  withAllFields,
  withVisibility,
} from './schema/model/visibility';
export { type DisabledPlugins, needsPlugin } from './schema/read/disabled-plugins';
export type {
  ComponentDefinition,
  ContentTypeDefinition,
  SchemaCollector,
  TypeBuilder,
} from './schema/read/type-builder';
// the open interfaces: `export *` lets `declare module` extend them
export * from './types';

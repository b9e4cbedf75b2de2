// The public surface: what plugins, applications and embedding programs import. Nothing else of core/ is promised to stay.

// Their spans are members of `SpanMap`.
import './database/traced';
import './kernel/app/attributed-taps';

export type { Bus, BusState, JsonValue } from './cluster/bus';
export { BUS } from './cluster/module';
export { REDIS, type Redis, type RedisConnection } from './cluster/redis';
export type { SharedByKey, SharedValue, SharedValues } from './cluster/shared';
export type { ContentDocuments as Documents } from './content/application';
export { DOCUMENTS, SCHEMA } from './content/application';
export type { ArchivedTable, ArchivedTables, ImportedContent } from './content/archived-tables';
export type {
  AttributeDefinition,
  AttributeType,
  CommonOptions,
  LoweredType,
  ScalarType,
  Strictness,
  ValueContext,
} from './content/attributes/attribute-type';
export {
  decimalFilterValue,
  type FilterValue,
  textFilterValue,
} from './content/attributes/families/filter-values';
export { jsonTextFacts, parseJson } from './content/attributes/families/json-text';
export { type MomentFacts, momentType, type NoOptions } from './content/attributes/families/moment-type';
export { type NumberOptions, numberFilterValue, toNumber } from './content/attributes/families/number';
export { type NumberFacts, numberType } from './content/attributes/families/number-type';
export { type TextFacts, type TextOptions, textType } from './content/attributes/families/text';
export {
  placeOf,
  refuse,
  refuseAbove,
  refuseBelow,
  refuseNumber,
  refuseType,
} from './content/attributes/families/value-issues';
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
} from './content/attributes/filter-operator';
export { EQUAL } from './content/attributes/operators/equality';
export {
  BUILT_IN_OPERATORS,
  type OperatorRegistry,
  type Operators,
  operatorsOf,
} from './content/attributes/operators/registry';
// the content model
export { hashPassword, randomHash, verifyPassword } from './content/attributes/password';
export type { UidOptions } from './content/attributes/uid';
export {
  DEFINITION_FILES,
  type DefinitionFile,
  type DefinitionFiles,
  type FoundDefinitions,
  WriteFailure,
} from './content/definitions/definition-files';
export type { FilesPlan } from './content/definitions/plan-unwritten';
export type {
  DoctorCheck,
  DoctorContext,
  DocumentFinding,
  Finding,
  StoredDocument,
} from './content/doctor/check';
export type { SecurityCheck } from './content/doctor/security-check';
export {
  type DocumentAction,
  documentActionOf,
  isOfDisabledPlugin,
  readActionOf,
} from './content/documents/actions';
export type { DocumentAnswer, DocumentCall } from './content/documents/around/document-call';
export { readableValues } from './content/documents/around/readable-values';
export type {
  BulkDocument,
  BulkLink,
  BulkOutcome,
  BulkReader,
  BulkRow,
  BulkWrites,
  HeldDocument,
  MissedDocument,
  ReadDocument,
  ReadRow,
} from './content/documents/bulk/bulk-rows';
export { insertMany } from './content/documents/bulk/insert-many';
export type { Affected, AffectedList, DeleteEffects } from './content/documents/delete-effects';
export type { CallerDocuments } from './content/documents/documents-as';
export { preconditionOf, rowTag } from './content/documents/if-match';
export { documentIdOfKey } from './content/documents/input/document-id';
export { dataObject } from './content/documents/input/parse-input';
export type {
  AggregateArguments,
  AggregateWords,
  BucketWords,
  DocumentOperation,
  DocumentService,
  DocumentTextService,
  ItemError,
  ItemResult,
  LoadedEntry,
  LoadedSet,
  ManyArguments,
  PaginationMeta,
  ReadArguments,
  TextResult,
  WriteArguments,
  WriteItem,
  WriteManyArguments,
  WriteManyResult,
  WriteOutcome,
} from './content/documents/operations';
export { operationsOf } from './content/documents/operations-of-plugins';
export type {
  PreparedAggregate,
  PreparedRead,
  ReadOperation,
  ReadWords,
} from './content/documents/prepare-read';
export type { Moment, ReadService, TextPieces } from './content/documents/read';
export { uidCandidates } from './content/documents/rows/uid-candidates';
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
} from './content/documents/typed-content';
export type { TypedDocuments } from './content/documents/typed-documents';
export { NOT_UNIQUE } from './content/documents/unique/unique-claims';
export { mayLink } from './content/documents/write/link-right';
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
} from './content/documents/write-action';
export { type RequestedItem, writeRequested } from './content/documents/write-requested';
// what content adds to the open interfaces
export type { ContentHooks } from './content/hooks';
export type { ImportFacts, ImportPart } from './content/import-part';
export type { DroppedTypes } from './content/migrate/dropped-types';
export type { RenamedTypes } from './content/migrate/renamed-types';
export { defineMigration, type Migration, type MigrationTools } from './content/migrations/define-migration';
export { siblingsOf } from './content/model/compile/relations';
export {
  type AttributePath,
  attributePaths,
  type PathStep,
  stepWords,
} from './content/model/compiled/attribute-paths';
export {
  ANY,
  type AxisBinding,
  type AxisBindings,
  type AxisDefinition,
  type AxisUse,
  only,
  type ParallelAxis,
  type StagesAxis,
} from './content/model/compiled/axis';
export { isParallel, isShownRowOf, pendingColumn, stagesOf } from './content/model/compiled/axis-kind';
export { ownDocumentId, singleDocumentId } from './content/model/compiled/content-scope';
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
} from './content/model/compiled/content-type';
export { componentsIn, componentsOf, isNested } from './content/model/compiled/nested';
export {
  type FilterPlace,
  FULL_VISIBILITY,
  type LimitValues,
  limitRows,
  OPEN_VISIBILITY,
  type Visibility,
  withAllFields,
  withVisibility,
} from './content/model/compiled/visibility';
export type {
  ComponentDefinition,
  ContentTypeDefinition,
  SchemaCollector,
  TypeBuilder,
} from './content/model/read/type-builder';
// queries and documents
export type { Filter, Page, Populate, QueryNode } from './content/query/ast';
export { inParts } from './content/query/in-parts';
export { isPolymorphic, type ModelView, viewOf } from './content/query/model-view';
export { type GraphqlArgument, type ParamDefinition, paramsTakenBy } from './content/query/params';
export { checkMisplacedPagination, parsePagination } from './content/query/parse-pagination';
export type { QueryContext } from './content/query/prepare';
export { clientLimits, type QueryLimits, type RowBudget } from './content/query/query-limits';
export type { QueryRequest, RawQuery } from './content/query/raw-query';
export { type SelectedKey, Selection } from './content/query/selection';
export type { ContentRegistries } from './content/registries';
export type { AggregateOutcome, Bucket } from './content/sql/read/run-aggregate';
export type { PluginSettings } from './content/state/plugin-settings';
export { ALL_SETTINGS, type PluginState, putSettings, type StateShape } from './content/state/plugin-state';
export { createKernel, type KernelOptions } from './create-kernel';
export type { CommitWatch, Database, ReadControl, Row, Tx } from './database/database';
// building blocks of attribute types
export { canonicalDecimal, compareDecimals } from './database/decimal-text';
export { foldCase } from './database/dialect';
export {
  type ColumnKind,
  fromDatabase,
  type ModelColumn,
  type RowOf,
  toDatabase,
} from './database/models/column-kinds';
export type { ModelDefinition, OwnModel } from './database/models/model-definition';
export { DATABASE, OWN_TABLES } from './database/module';
export { type ForeignDatabase, foreignClient, readForeign } from './database/read-foreign';
export { keepsTransaction } from './database/run/keeps-transaction';
export type { Lease, Leases } from './database/run/leases';
export { createScratchFile, type ScratchFile } from './database/scratch-file';
export type { Stored } from './database/sql-dialect';
export {
  type ColumnSpec,
  type JsonKind,
  type Sql,
  type SqlDialect,
  sql,
  type TextMatch,
} from './database/sql-dialect';
export type { TableColumn, TableIndex, TableSpec } from './database/tables';
export { applicationName } from './kernel/app/about';
export { type DisabledPlugins, needsPlugin } from './kernel/app/absent-plugins';
export type { App, Kernel, PluginInfo } from './kernel/app/app';
export { EMAIL, type EmailContent, type EmailMessage, type EmailService } from './kernel/app/email';
export { anonymousRequest, mayRead } from './kernel/app/first-requests';
export type { ApplicationOfProject, ForeignProject } from './kernel/app/foreign-project';
export type {
  GraphqlPart,
  GraphqlPartDocumentField,
  GraphqlPartField,
  GraphqlPartQueries,
} from './kernel/app/graphql-part';
export {
  EveryTapHook,
  EveryTapSyncHook,
  FirstAnswerHook,
  hooks,
  SeriesHook,
} from './kernel/app/hook-kinds';
export type { HeaderPart, SecurityScheme } from './kernel/app/http-parts';
export {
  openProvider,
  type ProviderChoice,
  type ProviderFactory,
  type ProviderHost,
} from './kernel/app/open-provider';
export { expandActions, nearestAction, type PermissionAction } from './kernel/app/permission-action';
// a plugin, and what it is given
export { type AnyPlugin, definePlugin, type Plugin } from './kernel/app/plugin';
export type { PluginCommand, PluginCommandInput } from './kernel/app/plugin-command';
export type { AppHooks, PluginHooks } from './kernel/app/plugin-hooks';
export { PLUGIN_REPORTS, type PluginReports } from './kernel/app/plugin-reports';
export { recalledRequest } from './kernel/app/recalled-request';
export type { PluginReport, ReportedSetting } from './kernel/app/report-plugins';
export { WORKERS } from './kernel/app/tokens';
export { type HasAction, USER_RIGHTS, type UserRights } from './kernel/app/user-rights';
export { jsonLines, jsonOf, type Line, linesOf } from './kernel/archive/json-lines';
export { Refusal, refuseInput } from './kernel/archive/refusal';
export { checkedName, type Member, tarMembers } from './kernel/archive/tar-members';
export { GenerationCache } from './kernel/cache/generation-cache';
export {
  type Check,
  type Infer,
  type Issue,
  type JsonSchema,
  type Path,
  pathToText,
  runCheck,
} from './kernel/check/check';
export * as check from './kernel/check/checks';
export { described } from './kernel/check/described';
// configuration and checks
export { createKeyedQueue, type KeyedQueue } from './kernel/concurrency/keyed-queue';
export { createSingleFlight, type SingleFlight } from './kernel/concurrency/single-flight';
export type { WorkerGroup } from './kernel/concurrency/worker-group';
export type { ApiConfig } from './kernel/config/api-config';
export type { DatabaseConfig } from './kernel/config/database-config';
export { type ConfigSettings, defineConfig } from './kernel/config/define-config';
export { createEnv, type Env, variableOf } from './kernel/config/env';
export type { Config } from './kernel/config/load-config';
export { loadModule } from './kernel/config/load-module';
export type { MiddlewareEntry } from './kernel/config/middlewares-config';
export { resolveModule } from './kernel/config/resolve-module';
export { restBase } from './kernel/config/rest-base';
export type { RestAction, RestTypeConfig } from './kernel/config/rest-type-config';
export { secret } from './kernel/config/secret';
export { LEAST_SECRET, secretWeakness } from './kernel/config/secret-weakness';
export { section } from './kernel/config/section';
export type { ServerConfig } from './kernel/config/server-config';
// errors
export { AppError, type ErrorDetails } from './kernel/errors/app-error';
export { type AnyFunction, namingErrors } from './kernel/errors/attribute';
export { type BodyIssue, coreErrors } from './kernel/errors/core-errors';
export { defineErrors, ERROR_TABLES } from './kernel/errors/define-errors';
export { type ErrorSource, errorSourceOf } from './kernel/errors/error-source';
export { type Mistake, StartupError } from './kernel/errors/startup-error';
export { type ErrorBody, toResponse } from './kernel/errors/to-response';
export type { Upgrade } from './kernel/http/connections/upgrades';
export { type ChainRequest, chainRequestOf } from './kernel/http/koa/chain-request';
export { fromKoa } from './kernel/http/koa/from-koa';
export { acceptsHtml } from './kernel/http/request/accepts-html';
export { bearerOf, createBearerReader } from './kernel/http/request/bearer';
// requests
export { unreadRemedy } from './kernel/http/request/body';
export type { CacheControl } from './kernel/http/request/cache-control';
export {
  type Caller,
  type CodeCaller,
  type Origin,
  type RequestCaller,
  requestCaller,
} from './kernel/http/request/caller';
export { addressKey } from './kernel/http/request/client-address';
export type { Principal, RequestContext, Verdict } from './kernel/http/request/context';
export { isTooDeep } from './kernel/http/request/json-body';
export { MultipartBody, type UploadedFile } from './kernel/http/request/multipart-body';
export { abandonedFolders, removeFolder, temporaryFolder } from './kernel/http/request/temporary-folders';
export {
  type BrowserPage,
  type BrowserPageDefinition,
  createBrowserPage,
} from './kernel/http/response/browser-page';
export { fileHead } from './kernel/http/response/file-head';
export { insideRoute } from './kernel/http/routes/inside-route';
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
} from './kernel/http/routes/route';
export type { CollectedRoute, RouteBuilder } from './kernel/http/routes/route-collector';
export type { HttpServer } from './kernel/http/server';
export type { StaticFolder } from './kernel/http/static/static-folder';
export type { Logger, LogLevel } from './kernel/log/logger';
export type { AppEvent, EventName, Events, Observation } from './kernel/observe/events';
export type { AppSpan, EndSpan, SpanName, Tracer } from './kernel/observe/tracer';
export { type Container, type Lifetime, type Token, token } from './kernel/registry/container';
export { type Entry, Registry } from './kernel/registry/registry';
// the open interfaces: `export *` lets `declare module` extend them
export * from './types';

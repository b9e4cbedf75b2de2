// Cases of the generated schema: the fields, arguments, inputs and filters of types have the recorded names and types.
import type { Bench, Case } from '../case';
import { gives } from '../graphql-build';
import { is } from '../pattern';

interface TypeShape {
  readonly kind: string;
  readonly name: string | null;
  readonly ofType?: TypeShape | null;
}
interface FieldShape {
  readonly name: string;
  readonly type: TypeShape;
  readonly args?: readonly FieldShape[];
  readonly defaultValue?: string | null;
}

const TYPE = 'type { kind name ofType { kind name ofType { kind name ofType { kind name } } } }';
const INPUT = `name defaultValue ${TYPE}`;

function typeText({ kind, name, ofType }: TypeShape): string {
  if (kind === 'NON_NULL' && ofType) return `${typeText(ofType)}!`;
  return kind === 'LIST' && ofType ? `[${typeText(ofType)}]` : String(name);
}
/** `labels(sort: [String] = []): [Label]!` with the arguments in the order of their names. */
function fieldText({ name, type, args = [], defaultValue = null }: FieldShape): string {
  const given = args.map(fieldText).sort().join(', ');
  return `${name}${given && `(${given})`}: ${typeText(type)}${defaultValue === null ? '' : ` = ${defaultValue}`}`;
}

/** The fields of a type, in their order. */
async function fieldsOf(bench: Bench, name: string): Promise<string[]> {
  const query = `{ __type(name: "${name}") { fields { name ${TYPE} args { ${INPUT} } } inputFields { ${INPUT} } } }`;
  const { body } = await bench.send(gives(query, { __type: is.object }));
  const { fields, inputFields } = Object(body).data.__type;
  return ((fields ?? inputFields) as FieldShape[]).map(fieldText);
}

const LIST = 'pagination: PaginationArg = {}, sort: [String] = []';
const VERSION =
  'hasPublishedVersion: Boolean, locale: I18NLocaleCode, publicationFilter: PublicationFilter, status: PublicationStatus = PUBLISHED';
const WRITTEN = 'locale: I18NLocaleCode, status: PublicationStatus = PUBLISHED';
const PLAIN_VERSION = VERSION.replace(' locale: I18NLocaleCode,', '');
const sorted = (...args: string[]): string => args.join(', ').split(', ').sort().join(', ');
const many = (name: string, target: string): string[] => {
  const args = sorted(`filters: ${target}FiltersInput`, LIST);
  return [
    `${name}_connection(${args}): ${target}RelationResponseCollection`,
    `${name}(${args}): [${target}]!`,
  ];
};
const entries = (name: string, component: string): string =>
  `${name}(${sorted(`filters: ${component}FiltersInput`, LIST)}): [${component}]`;
/** The inputs of relations, each with its typed twin. */
const one = (name: string): string[] => [`${name}: ID`, `${name}_relation: ToOneRelationInput`];
const several = (name: string): string[] => [`${name}: [ID]`, `${name}_relation: ToManyRelationInput`];

const SCALARS = [
  ...['slug: String', 'body: String', 'blocks: JSON', 'summary: String', 'code: String', 'rating: Int'],
  ...['price: Float', 'score: Float', 'big: Long', 'active: Boolean', 'kind: ENUM_ARTICLE_KIND'],
  'contact: String',
];
const MOMENTS = ['day: Date', 'at: Time', 'moment: DateTime', 'stamp: DateTime', 'meta: JSON'];
const operators = (of: string): string[] => [
  ...['and', 'or', 'in', 'notIn', 'between'].map((name) => `${name}: [${of}]`),
  ...['null', 'notNull'].map((name) => `${name}: Boolean`),
  ...['eq', 'eqi', 'ne', 'nei', 'gt', 'gte', 'lt', 'lte', 'startsWith', 'endsWith', 'contains'].map(
    (name) => `${name}: ${of}`,
  ),
  ...['notContains', 'containsi', 'notContainsi'].map((name) => `${name}: ${of}`),
  `not: ${of}FilterInput`,
];

/** Types with all their fields, in order. */
const WHOLE: Readonly<Record<string, readonly string[]>> = {
  Article: [
    ...['documentId: ID!', 'title: String!', ...SCALARS, ...MOMENTS, 'cover: UploadFile'],
    ...[...many('gallery', 'UploadFile'), 'category: Category', ...many('tags', 'Tag'), 'author: Author'],
    ...[...many('related', 'Article'), 'owner: UsersPermissionsUser', 'seo: ComponentSharedSeo'],
    ...[entries('links', 'ComponentSharedLink'), 'zone: [ArticleZoneDynamicZone]'],
    ...['createdAt: DateTime', 'updatedAt: DateTime', 'publishedAt: DateTime', 'locale: String'],
    ...many('localizations', 'Article'),
  ],
  ComponentSharedSeo: [
    ...['id: ID!', 'metaTitle: String!', 'metaDescription: String', 'image: UploadFile'],
    entries('metas', 'ComponentSharedMeta'),
  ],
  Pagination: ['total: Int!', 'page: Int!', 'pageSize: Int!', 'pageCount: Int!'],
  DeleteMutationResponse: ['documentId: ID!'],
  TagRelationResponseCollection: ['nodes: [Tag!]!'],
  ArticleEntityResponseCollection: [
    'nodes: [Article!]!',
    'pageInfo: Pagination!',
    'aggregate: ArticleAggregate!',
  ],
};
/** Inputs, in any order. */
const INPUTS: Readonly<Record<string, readonly string[]>> = {
  ArticleInput: [
    ...['title: String', ...SCALARS, 'secret: String', 'private_note: String', ...MOMENTS, ...one('cover')],
    ...[several('gallery'), one('category'), several('tags'), one('author'), several('related')].flat(),
    ...[...one('owner'), 'seo: ComponentSharedSeoInput', 'links: [ComponentSharedLinkInput]'],
    ...['zone: [ArticleZoneDynamicZoneInput!]', 'publishedAt: DateTime', 'locale: String'],
  ],
  // Without the polymorphic relations.
  ZooInput: [
    ...['name: String', ...one('oneOne'), ...several('oneMany'), ...one('manyOne'), ...several('manyMany')],
    ...[...several('drafts'), 'publishedAt: DateTime', 'locale: String'],
  ],
  ComponentSharedSeoInput: [
    ...['id: ID', 'metaTitle: String', 'metaDescription: String', ...one('image')],
    'metas: [ComponentSharedMetaInput]',
  ],
  ComponentSharedRefInput: ['id: ID', 'label: String', ...one('target'), ...several('authors')],
  PaginationArg: ['page: Int', 'pageSize: Int', 'start: Int', 'limit: Int'],
};
/** The fields that a type has beside others. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  ArticleFiltersInput: [
    ...['documentId: IDFilterInput', 'title: StringFilterInput', 'kind: StringFilterInput'],
    ...['rating: IntFilterInput', 'price: FloatFilterInput', 'big: LongFilterInput'],
    ...['active: BooleanFilterInput', 'day: DateFilterInput', 'at: TimeFilterInput'],
    ...['moment: DateTimeFilterInput', 'stamp: DateTimeFilterInput', 'meta: JSONFilterInput'],
    ...['category: CategoryFiltersInput', 'tags: TagFiltersInput', 'related: ArticleFiltersInput'],
    ...['seo: ComponentSharedSeoFiltersInput', 'links: ComponentSharedLinkFiltersInput'],
    ...['createdAt: DateTimeFilterInput', 'publishedAt: DateTimeFilterInput', 'locale: StringFilterInput'],
    ...['localizations: ArticleFiltersInput', 'and: [ArticleFiltersInput]', 'or: [ArticleFiltersInput]'],
    'not: ArticleFiltersInput',
  ],
  StringFilterInput: operators('String'),
  LongFilterInput: operators('Long'),
  DateFilterInput: operators('Date'),
  Query: [
    `article(${sorted('documentId: ID!', VERSION)}): Article`,
    `articles(${sorted('filters: ArticleFiltersInput', LIST, VERSION)}): [Article]!`,
    `articles_connection(${sorted('filters: ArticleFiltersInput', LIST, VERSION)}): ArticleEntityResponseCollection`,
    `plain(${sorted('documentId: ID!', PLAIN_VERSION)}): Plain`,
    `homepage(${sorted(VERSION)}): Homepage`,
    `uploadFile(${sorted('documentId: ID!', PLAIN_VERSION)}): UploadFile`,
  ],
  Mutation: [
    `createArticle(data: ArticleInput!, ${WRITTEN}): Article`,
    `updateArticle(data: ArticleInput!, documentId: ID!, ${WRITTEN}): Article`,
    `deleteHomepage(${WRITTEN}): DeleteMutationResponse`,
    `updateHomepage(data: HomepageInput!, ${WRITTEN}): Homepage`,
    'updateUploadFile(id: ID!, info: FileInfoInput): UploadFile!',
    'deleteUploadFile(id: ID!): UploadFile',
  ],
  ArticleAggregateAvg: ['rating: Float', 'price: Float', 'score: Float'],
  ArticleAggregateSum: ['rating: Float', 'price: Float', 'score: Float'],
  ArticleAggregateMin: ['rating: Int', 'price: Float', 'day: Date', 'moment: DateTime'],
  ArticleAggregateMax: ['rating: Int', 'price: Float', 'day: Date', 'moment: DateTime'],
  ArticleAggregate: [
    ...['count: Int!', 'avg: ArticleAggregateAvg!', 'sum: ArticleAggregateSum!'],
    ...['min: ArticleAggregateMin!', 'max: ArticleAggregateMax!', 'groupBy: ArticleGroupBy!'],
  ],
  ArticleGroupBy: ['kind: [ArticleGroupByKind!]', 'category: [ArticleGroupByCategory!]'],
  ArticleGroupByKind: [
    'key: ENUM_ARTICLE_KIND',
    `connection(${sorted('filters: ArticleFiltersInput', LIST)}): ArticleEntityResponseCollection`,
  ],
  ArticleGroupByCategory: ['key: ID'],
  UploadFile: [
    ...['documentId: ID!', 'name: String!', 'hash: String!', 'mime: String!', 'size: Float!', 'url: String!'],
    ...['provider: String!', 'ext: String', 'alternativeText: String', 'width: Int', 'formats: JSON'],
    ...['focalPoint: JSON', 'createdAt: DateTime'],
  ],
  UsersPermissionsUser: [
    ...['documentId: ID!', 'username: String!', 'email: String!', 'provider: String', 'confirmed: Boolean'],
    ...['blocked: Boolean', 'role: UsersPermissionsRole'],
  ],
  UsersPermissionsRole: ['documentId: ID!', 'name: String!', 'description: String', 'type: String'],
};
/** Names that the type must not have. */
const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  ArticleFiltersInput: ['id', 'secret', 'private_note', 'zone'],
  Mutation: ['createHomepage', 'upload', 'createUploadFile'],
  UploadFile: ['folderPath'],
  UsersPermissionsUser: ['password', 'resetPasswordToken', 'confirmationToken'],
};

export const quireGraphqlSchemaCases: readonly Case[] = [
  {
    rows: ['quire.graphql.schema'],
    async run(bench) {
      for (const [name, fields] of Object.entries(WHOLE)) {
        const found = await fieldsOf(bench, name);
        if (found.join('\n') !== fields.join('\n')) bench.fail(`other fields of ${name}`, fields, found);
      }
      for (const [name, fields] of Object.entries(INPUTS)) {
        const found = await fieldsOf(bench, name);
        if ([...found].sort().join('\n') !== [...fields].sort().join('\n'))
          bench.fail(`other inputs of ${name}`, fields, found);
      }
      for (const [name, fields] of Object.entries(PARTS)) {
        const found = await fieldsOf(bench, name);
        const lacks = fields.filter((field) => !found.includes(field));
        if (lacks.length > 0) bench.fail(`${name} lacks fields`, lacks, found);
      }
      for (const [name, absent] of Object.entries(WITHOUT)) {
        const found = await fieldsOf(bench, name);
        const wrong = found.filter((field) => absent.includes(/^\w+/.exec(field)?.[0] ?? ''));
        if (wrong.length > 0) bench.fail(`${name} has fields too many`, [], wrong);
      }
    },
  },
];

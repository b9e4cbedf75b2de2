// Every built-in case of the suite.
import { deeperAccessCases } from './access-deeper';
import { attributeCases } from './attributes';
import { authCases } from './auth';
import { capabilityCases } from './capabilities';
import type { Case } from './case';
import { draftCases } from './drafts';
import { filterKindCases } from './filter-kinds';
import { graphqlAggregateCases } from './graphql-aggregates';
import { graphqlExtensionCases } from './graphql-extension';
import { graphqlMutationCases } from './graphql-mutations';
import { graphqlQueryCases } from './graphql-queries';
import { graphqlSettingCases } from './graphql-settings';
import { localeCases } from './locales';
import { quireAccessCases } from './quire-access';
import { quireAccountCases } from './quire-accounts';
import { quireAccountDeeperCases } from './quire-accounts-deeper';
import { quireApiTokenCases } from './quire-api-tokens';
import { quireBodyCases } from './quire-bodies';
import { quireCloneCases } from './quire-clone';
import { quireDenseQueryCases } from './quire-dense-queries';
import { quireDenseValueCases } from './quire-dense-values';
import { quireErrorCases } from './quire-errors';
import { quireGraphqlCases } from './quire-graphql';
import { quireGraphqlAccessCases } from './quire-graphql-access';
import { quireGraphqlDataCases } from './quire-graphql-data';
import { quireHookCases } from './quire-hooks';
import { quireLocaleCases } from './quire-locales';
import { quireManyCases } from './quire-many';
import { quireOpenapiCases } from './quire-openapi';
import { quirePendingCases } from './quire-pending';
import { quirePublicationCases } from './quire-publication';
import { quireQueryCases } from './quire-queries';
import { quireQueryLimitCases } from './quire-query-limits';
import { quireSameAnswerCases } from './quire-same-answers';
import { quireSwitchCases } from './quire-switches';
import { quireUploadCases } from './quire-upload';
import { quireUploadServedCases } from './quire-upload-served';
import { quireValueCases } from './quire-values';
import { randomCases } from './random-questions';
import { relationCases } from './relations';
import { deeperRelationCases } from './relations-deeper';
import { restDocumentCases } from './rest-documents';
import { restFilterCases } from './rest-filters';
import { restListCases } from './rest-lists';
import { restPopulateCases } from './rest-populate';
import { deeperQueryCases } from './rest-queries-deeper';
import { restWriteCases } from './rest-writes';
import { schemaCases } from './schema';
import { serviceCases } from './service';
import { uploadCases } from './upload';
import { deeperWriteCases } from './writes-deeper';

export const allCases = (): Case[] => [
  ...capabilityCases,
  ...serviceCases,
  ...attributeCases,
  ...restDocumentCases,
  ...restWriteCases,
  ...restFilterCases,
  ...filterKindCases,
  ...restListCases,
  ...deeperQueryCases,
  ...deeperWriteCases,
  ...deeperRelationCases,
  ...deeperAccessCases,
  ...restPopulateCases,
  ...relationCases,
  ...draftCases,
  ...localeCases,
  ...authCases,
  ...schemaCases,
  ...graphqlQueryCases,
  ...graphqlAggregateCases,
  ...graphqlMutationCases,
  ...graphqlSettingCases,
  ...graphqlExtensionCases,
  ...uploadCases,
  ...randomCases,
  ...quireAccessCases,
  ...quireApiTokenCases,
  ...quireErrorCases,
  ...quireBodyCases,
  ...quireCloneCases,
  ...quireDenseValueCases,
  ...quireDenseQueryCases,
  ...quireHookCases,
  ...quireManyCases,
  ...quirePendingCases,
  ...quireQueryCases,
  ...quireQueryLimitCases,
  ...quirePublicationCases,
  ...quireSameAnswerCases,
  ...quireSwitchCases,
  ...quireUploadCases,
  ...quireUploadServedCases,
  ...quireAccountCases,
  ...quireAccountDeeperCases,
  ...quireLocaleCases,
  ...quireOpenapiCases,
  ...quireGraphqlCases,
  ...quireGraphqlDataCases,
  ...quireGraphqlAccessCases,
  ...quireValueCases,
];

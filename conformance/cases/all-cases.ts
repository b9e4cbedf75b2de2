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
import { quireAccessDraftCases } from './quire-access-drafts';
import { quireAccountCases } from './quire-accounts';
import { quireAccountDeeperCases } from './quire-accounts-deeper';
import { quireApiTokenCases } from './quire-api-tokens';
import { quireBodyCases } from './quire-bodies';
import { quireCloneCases } from './quire-clone';
import { quireDeclaredCases } from './quire-declared';
import { quireDefinitionMistakeCases } from './quire-definition-mistakes';
import { quireDefinitionCases } from './quire-definitions';
import { quireDenseQueryCases } from './quire-dense-queries';
import { quireDenseValueCases } from './quire-dense-values';
import { quireEntryLinkCases } from './quire-entry-links';
import { quireErrorCases } from './quire-errors';
import { quireGraphqlCases } from './quire-graphql';
import { quireGraphqlAccessCases } from './quire-graphql-access';
import { quireGraphqlDataCases } from './quire-graphql-data';
import { quireHookCases } from './quire-hooks';
import { quireLimitCases } from './quire-limits';
import { quireLocaleCases } from './quire-locales';
import { quireManyCases } from './quire-many';
import { quireOpenapiCases } from './quire-openapi';
import { quirePendingCases } from './quire-pending';
import { quirePublicationCases } from './quire-publication';
import { quireQueryCases } from './quire-queries';
import { quireQueryLimitCases } from './quire-query-limits';
import { quireRelationIdCases } from './quire-relation-ids';
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
  ...quireAccessDraftCases,
  ...quireApiTokenCases,
  ...quireDeclaredCases,
  ...quireEntryLinkCases,
  ...quireErrorCases,
  ...quireBodyCases,
  ...quireCloneCases,
  ...quireDefinitionCases,
  ...quireDefinitionMistakeCases,
  ...quireDenseValueCases,
  ...quireDenseQueryCases,
  ...quireHookCases,
  ...quireLimitCases,
  ...quireManyCases,
  ...quirePendingCases,
  ...quireQueryCases,
  ...quireQueryLimitCases,
  ...quirePublicationCases,
  ...quireRelationIdCases,
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

// Every built-in case of the suite.

import { accessPopulateCases } from './access-populate';
import { accessThroughRelationsCases } from './access-through-relations';
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
import { nestedQueryCases } from './nested-queries';
import { quireAccessCases } from './quire-access';
import { quireAccessAnonymousCases } from './quire-access-anonymous';
import { quireAccessCredentialCases } from './quire-access-credentials';
import { quireAccessDraftCases } from './quire-access-drafts';
import { quireAccessHintCases } from './quire-access-hints';
import { quireAccessRelinkedCases } from './quire-access-relinked';
import { quireAccessRuleCases } from './quire-access-rules';
import { quireAccountStepCases } from './quire-account-steps';
import { quireAccountCases } from './quire-accounts';
import { quireApiTokenCases } from './quire-api-tokens';
import { quireBodyCases } from './quire-bodies';
import { quireBusyCases } from './quire-busy';
import { quireClaimCases } from './quire-claims';
import { quireCloneCases } from './quire-clone';
import { quireCodeAndSessionCases } from './quire-codes-and-sessions';
import { quireConfigMistakeCases } from './quire-config-mistakes';
import { quireDeclaredCases } from './quire-declared';
import { quireDefinitionFolderCases } from './quire-definition-folders';
import { quireDefinitionMistakeCases } from './quire-definition-mistakes';
import { quireDefinitionCases } from './quire-definitions';
import { quireDenseQueryCases } from './quire-dense-queries';
import { quireDenseValueCases } from './quire-dense-values';
import { quireDisabledPluginCases } from './quire-disabled-plugins';
import { quireDocumentLocaleCases } from './quire-document-locales';
import { quireEachActionCases } from './quire-each-action';
import { quireEntryLinkCases } from './quire-entry-links';
import { quireEntryUpdateCases } from './quire-entry-updates';
import { quireErrorCases } from './quire-errors';
import { quireEtagCases } from './quire-etags';
import { quireFilterCases } from './quire-filters';
import { quireFormatCases } from './quire-formats';
import { quireGrantingCases } from './quire-granting';
import { quireGraphqlCases } from './quire-graphql';
import { quireGraphqlAccessCases } from './quire-graphql-access';
import { quireGraphqlAggregateCases } from './quire-graphql-aggregates';
import { quireGraphqlDataCases } from './quire-graphql-data';
import { quireGraphqlErrorCases } from './quire-graphql-errors';
import { quireGraphqlFilterCases } from './quire-graphql-filters';
import { quireGraphqlFormerCases } from './quire-graphql-former';
import { quireGraphqlHiddenCases } from './quire-graphql-hidden';
import { quireGraphqlInputCases } from './quire-graphql-inputs';
import { quireGraphqlLimitCases } from './quire-graphql-limits';
import { quireGraphqlListCases } from './quire-graphql-lists';
import { quireGraphqlOperationCases } from './quire-graphql-operations';
import { quireGraphqlPageCases } from './quire-graphql-pages';
import { quireGraphqlPluginCases } from './quire-graphql-plugins';
import { quireGraphqlRefusedCases } from './quire-graphql-refused';
import { quireGraphqlSchemaCases } from './quire-graphql-schema';
import { quireGraphqlSelectionCases } from './quire-graphql-selections';
import { quireGraphqlVersionCases } from './quire-graphql-versions';
import { quireHiddenValueCases } from './quire-hidden-values';
import { quireHookCases } from './quire-hooks';
import { quireInputErrorCases } from './quire-input-errors';
import { quireLevelCases } from './quire-levels';
import { quireLimitCases } from './quire-limits';
import { quireLocaleLinkCases } from './quire-locale-links';
import { quireLocaleCases } from './quire-locales';
import { quireManyCases } from './quire-many';
import { quireMessageCases } from './quire-messages';
import { quireMorphPopulateCases } from './quire-morph-populate';
import { quireMorphRelationCases } from './quire-morph-relations';
import { quireOpenapiCases } from './quire-openapi';
import { quireOpenapiBodyCases } from './quire-openapi-bodies';
import { quirePaginationCases } from './quire-pagination';
import { quirePathAndMethodCases } from './quire-paths-and-methods';
import { quirePendingCases } from './quire-pending';
import { quirePlaceFilterCases } from './quire-place-filters';
import { quirePlaceSecretCases } from './quire-place-secrets';
import { quirePlaceSortCases } from './quire-place-sorts';
import { quirePluggedAttributeCases } from './quire-plugged-attributes';
import { quirePluggedAxisCases } from './quire-plugged-axes';
import { quirePluggedMistakeCases } from './quire-plugged-mistakes';
import { quirePluggedTypeCases } from './quire-plugged-types';
import { quirePluggedVisibilityCases } from './quire-plugged-visibility';
import { quirePluginCallCases } from './quire-plugin-calls';
import { quirePluginFigureCases } from './quire-plugin-figures';
import { quirePluginSettingCases } from './quire-plugin-settings';
import { quirePopulateCases } from './quire-populate';
import { quirePopulateVersionCases } from './quire-populate-versions';
import { quirePublicationCases } from './quire-publication';
import { quirePublishRequiredCases } from './quire-publish-required';
import { quireQueryLimitCases } from './quire-query-limits';
import { quireRelationFilterCases } from './quire-relation-filters';
import { quireRelationIdCases } from './quire-relation-ids';
import { quireRelationKindCases } from './quire-relation-kinds';
import { quireRelationLifeCases } from './quire-relation-life';
import { quireRelationOrderCases } from './quire-relation-orders';
import { quireRelationRuleCases } from './quire-relation-rules';
import { quireRequestSettingCases } from './quire-request-settings';
import { quireRoleRuleCases } from './quire-role-rules';
import { quireRouteStepCases } from './quire-route-steps';
import { quireRouteCases } from './quire-routes';
import { quireSameAccountCases } from './quire-same-accounts';
import { quireSameAnswerCases } from './quire-same-answers';
import { quireSchemaChangeCases } from './quire-schema-changes';
import { quireSchemaLossCases } from './quire-schema-losses';
import { quireServiceCallCases } from './quire-service-calls';
import { quireSharedValueCases } from './quire-shared-values';
import { quireSlowReadCases } from './quire-slow-reads';
import { quireSortCases } from './quire-sort';
import { quireStatusCases } from './quire-status';
import { quireSwitchLinkCases } from './quire-switch-links';
import { quireSwitchCases } from './quire-switches';
import { quireTransactionCases } from './quire-transactions';
import { quireUniqueVersionCases } from './quire-unique-versions';
import { quireUploadCases } from './quire-upload';
import { quireUploadAttachedCases } from './quire-upload-attached';
import { quireUploadChangeCases } from './quire-upload-changes';
import { quireUploadDemandCases } from './quire-upload-demand';
import { quireUploadFormatCases } from './quire-upload-formats';
import { quireUploadGraphqlCases } from './quire-upload-graphql';
import { quireUploadLinkCases } from './quire-upload-links';
import { quireUploadListCases } from './quire-upload-lists';
import { quireUploadRightCases } from './quire-upload-rights';
import { quireUploadServedCases } from './quire-upload-served';
import { quireUploadStorageCases } from './quire-upload-storage';
import { quireUploadTypeCases } from './quire-upload-types';
import { quireUserCases } from './quire-users';
import { quireValueCases } from './quire-values';
import { quireWriteRuleCases } from './quire-write-rules';
import { quireWrongFormCases } from './quire-wrong-forms';
import { randomCases } from './random-questions';
import { relationSideCases } from './relation-sides';
import { relationCases } from './relations';
import { restDocumentCases } from './rest-documents';
import { restFilterCases } from './rest-filters';
import { restListCases } from './rest-lists';
import { restPopulateCases } from './rest-populate';
import { restWriteCases } from './rest-writes';
import { schemaCases } from './schema';
import { serviceCases } from './service';
import { uploadCases } from './upload';
import { userRecordCases } from './user-record';
import { writeVersionCases } from './write-versions';

export const allCases = (): Case[] => [
  ...capabilityCases,
  ...serviceCases,
  ...attributeCases,
  ...restDocumentCases,
  ...restWriteCases,
  ...restFilterCases,
  ...filterKindCases,
  ...restListCases,
  ...nestedQueryCases,
  ...writeVersionCases,
  ...relationSideCases,
  ...accessThroughRelationsCases,
  ...accessPopulateCases,
  ...restPopulateCases,
  ...relationCases,
  ...draftCases,
  ...localeCases,
  ...authCases,
  ...userRecordCases,
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
  ...quireAccessCredentialCases,
  ...quireAccessAnonymousCases,
  ...quireAccessHintCases,
  ...quireApiTokenCases,
  ...quireDeclaredCases,
  ...quireEachActionCases,
  ...quireEntryLinkCases,
  ...quireEntryUpdateCases,
  ...quireHiddenValueCases,
  ...quireErrorCases,
  ...quireInputErrorCases,
  ...quireWrongFormCases,
  ...quirePathAndMethodCases,
  ...quireBodyCases,
  ...quireCloneCases,
  ...quireConfigMistakeCases,
  ...quireDefinitionCases,
  ...quireDefinitionFolderCases,
  ...quireDefinitionMistakeCases,
  ...quireDenseValueCases,
  ...quireDenseQueryCases,
  ...quireBusyCases,
  ...quireHookCases,
  ...quireLevelCases,
  ...quireLimitCases,
  ...quireManyCases,
  ...quireSlowReadCases,
  ...quirePendingCases,
  ...quireFilterCases,
  ...quireRelationFilterCases,
  ...quirePluginCallCases,
  ...quirePluginSettingCases,
  ...quirePluggedMistakeCases,
  ...quirePluggedVisibilityCases,
  ...quirePluggedTypeCases,
  ...quirePluggedAxisCases,
  ...quirePluggedAttributeCases,
  ...quireRequestSettingCases,
  ...quireRoleRuleCases,
  ...quireRouteCases,
  ...quireRouteStepCases,
  ...quireSortCases,
  ...quirePaginationCases,
  ...quireMorphPopulateCases,
  ...quireMorphRelationCases,
  ...quirePopulateCases,
  ...quirePopulateVersionCases,
  ...quireFormatCases,
  ...quireEtagCases,
  ...quireQueryLimitCases,
  ...quirePlaceFilterCases,
  ...quirePlaceSortCases,
  ...quirePlaceSecretCases,
  ...quirePublicationCases,
  ...quireRelationIdCases,
  ...quireRelationKindCases,
  ...quireRelationLifeCases,
  ...quireRelationOrderCases,
  ...quireSameAnswerCases,
  ...quireSameAccountCases,
  ...quireSwitchCases,
  ...quireSwitchLinkCases,
  ...quireDisabledPluginCases,
  ...quireSchemaChangeCases,
  ...quireSchemaLossCases,
  ...quireUploadCases,
  ...quireUploadChangeCases,
  ...quireUploadAttachedCases,
  ...quireUploadListCases,
  ...quireUploadStorageCases,
  ...quireUploadTypeCases,
  ...quireUploadFormatCases,
  ...quireUploadDemandCases,
  ...quireUploadRightCases,
  ...quireUploadLinkCases,
  ...quireUploadGraphqlCases,
  ...quireUploadServedCases,
  ...quireAccountCases,
  ...quireUserCases,
  ...quireAccessRelinkedCases,
  ...quireAccessRuleCases,
  ...quireGrantingCases,
  ...quireAccountStepCases,
  ...quireClaimCases,
  ...quireCodeAndSessionCases,
  ...quireLocaleCases,
  ...quireMessageCases,
  ...quireOpenapiCases,
  ...quireOpenapiBodyCases,
  ...quireGraphqlCases,
  ...quireGraphqlDataCases,
  ...quireGraphqlListCases,
  ...quireGraphqlOperationCases,
  ...quireGraphqlFilterCases,
  ...quireGraphqlPageCases,
  ...quireGraphqlLimitCases,
  ...quireGraphqlAggregateCases,
  ...quireGraphqlInputCases,
  ...quireGraphqlFormerCases,
  ...quireGraphqlHiddenCases,
  ...quireGraphqlSelectionCases,
  ...quireGraphqlVersionCases,
  ...quireGraphqlErrorCases,
  ...quireGraphqlSchemaCases,
  ...quireGraphqlAccessCases,
  ...quireGraphqlPluginCases,
  ...quireGraphqlRefusedCases,
  ...quireValueCases,
  ...quireRelationRuleCases,
  ...quireUniqueVersionCases,
  ...quireLocaleLinkCases,
  ...quireStatusCases,
  ...quirePublishRequiredCases,
  ...quireServiceCallCases,
  ...quireTransactionCases,
  ...quirePluginFigureCases,
  ...quireSharedValueCases,
  ...quireDocumentLocaleCases,
  ...quireWriteRuleCases,
];

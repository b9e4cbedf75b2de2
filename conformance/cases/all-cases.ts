// Every built-in case of the suite.

import { quireAccessAnonymousCases } from './access/anonymous';
import { quireApiTokenCases } from './access/api-tokens';
import { quireClaimCases } from './access/claims';
import { quireAccessCredentialCases } from './access/credentials';
import { quireAccessDraftCases } from './access/drafts';
import { quireEachActionCases } from './access/each-action';
import { quireEmptyUserValueCases } from './access/empty-user-values';
import { quireGrantingCases } from './access/granting';
import { quireHiddenValueCases } from './access/hidden-values';
import { quireAccessHintCases } from './access/hints';
import { accessPopulateCases } from './access/populate';
import { quireAccessRelinkedCases } from './access/relinked';
import { quireRoleRuleCases } from './access/role-rules';
import { quireAccessCases } from './access/roles';
import { quireAccessRuleCases } from './access/rules';
import { quireTakenRightCases } from './access/taken-rights';
import { accessThroughRelationsCases } from './access/through-relations';
import { authCases } from './accounts/auth';
import { quireCodeAndSessionCases } from './accounts/codes-and-sessions';
import { quireDeclaredCases } from './accounts/declared';
import { quireAccountCases } from './accounts/routes';
import { quireAccountStepCases } from './accounts/steps';
import { userRecordCases } from './accounts/user-record';
import { quireUserCases } from './accounts/users';
import { quirePluggedAttributeCases } from './application/attributes';
import { quirePluggedAxisCases } from './application/axes';
import { quireDefinitionFolderCases } from './application/definition-folders';
import { quireDisabledPluginCases } from './application/disabled-plugins';
import { quireHookCases } from './application/hooks';
import { quirePluggedMistakeCases } from './application/mistakes';
import { quirePluginCallCases } from './application/plugin-calls';
import { quirePluginFigureCases } from './application/plugin-figures';
import { quireRouteStepCases } from './application/route-steps';
import { quireRouteCases } from './application/routes';
import { quireSchemaChangeCases } from './application/schema-changes';
import { quireSchemaLossCases } from './application/schema-losses';
import { quireSwitchLinkCases } from './application/switch-links';
import { quireSwitchCases } from './application/switches';
import { quireTransactionCases } from './application/transactions';
import { quirePluggedTypeCases } from './application/types';
import { quirePluggedVisibilityCases } from './application/visibility';
import { attributeCases } from './attributes';
import { quireDocumentLocaleCases } from './axes/document-locales';
import { draftCases } from './axes/drafts';
import { quireFirstPublishOrderCases } from './axes/first-publish-order';
import { quireLocaleLinkCases } from './axes/locale-links';
import { quireLocaleCases } from './axes/locale-routes';
import { localeCases } from './axes/locales';
import { quirePopulateVersionCases } from './axes/populate-versions';
import { quirePublicationCases } from './axes/publication';
import { quirePublishRequiredCases } from './axes/publish-required';
import { quireSharedValueCases } from './axes/shared-values';
import { quireStatusCases } from './axes/status';
import { capabilityCases } from './capabilities';
import type { Case } from './case';
import { quireBodyCases } from './dense/bodies';
import { quireCloneCases } from './dense/clone';
import { quireConfigMistakeCases } from './dense/config-mistakes';
import { quireDefinitionMistakeCases } from './dense/definition-mistakes';
import { quireDefinitionCases } from './dense/definitions';
import { quireDenseQueryCases } from './dense/dense-queries';
import { quireDenseValueCases } from './dense/dense-values';
import { quireEntryLinkCases } from './dense/entry-links';
import { quireEntryUpdateCases } from './dense/entry-updates';
import { quireLimitCases } from './dense/limits';
import { quireManyCases } from './dense/many';
import { quireMorphRelationCases } from './dense/morph-relations';
import { quirePendingCases } from './dense/pending';
import { quirePlaceFilterCases } from './dense/place-filters';
import { quirePlaceSecretCases } from './dense/place-secrets';
import { quirePlaceSortCases } from './dense/place-sorts';
import { quirePluginSettingCases } from './dense/plugin-settings';
import { quireRelationIdCases } from './dense/relation-ids';
import { quireRequestSettingCases } from './dense/request-settings';
import { quireServiceCallCases } from './dense/service-calls';
import { quireSlowReadCases } from './dense/slow-reads';
import { quireBusyCases } from './errors/busy';
import { quireErrorCases } from './errors/forms';
import { quireInputErrorCases } from './errors/input-errors';
import { quireMessageCases } from './errors/messages';
import { quirePathAndMethodCases } from './errors/paths-and-methods';
import { quireQueryLimitCases } from './errors/query-limits';
import { quireWrongFormCases } from './errors/wrong-forms';
import { quireGraphqlAccessCases } from './graphql/access';
import { quireGraphqlAggregateCases } from './graphql/aggregate-access';
import { graphqlAggregateCases } from './graphql/aggregates';
import { quireAnswerSizeCases } from './graphql/answer-size';
import { quireGraphqlCases } from './graphql/answers';
import { quireBucketFigureCases } from './graphql/bucket-figures';
import { quireGraphqlDataCases } from './graphql/data';
import { quireGraphqlDescribedCases } from './graphql/described';
import { quireGraphqlErrorCases } from './graphql/errors';
import { graphqlExtensionCases } from './graphql/extension';
import { quireGraphqlFilterCases } from './graphql/filter-variables';
import { quireGraphqlFormerCases } from './graphql/former';
import { quireFormerMetaCases } from './graphql/former-meta';
import { quireGraphqlHiddenCases } from './graphql/hidden';
import { quireGraphqlInputCases } from './graphql/inputs';
import { quireGraphqlLimitCases } from './graphql/limits';
import { quireGraphqlListCases } from './graphql/lists';
import { quireMergedSelectionCases } from './graphql/merged-selections';
import { graphqlMutationCases } from './graphql/mutations';
import { quireGraphqlSizeCases } from './graphql/operation-size';
import { quireGraphqlOperationCases } from './graphql/operations';
import { quireGraphqlPageCases } from './graphql/pages';
import { quireGraphqlPeerCases } from './graphql/peer';
import { quireGraphqlPluginCases } from './graphql/plugins';
import { graphqlQueryCases } from './graphql/queries';
import { quireGraphqlRefusedCases } from './graphql/refused';
import { quireGraphqlSchemaCases } from './graphql/schema';
import { quireGraphqlSelectionCases } from './graphql/selections';
import { graphqlSettingCases } from './graphql/settings';
import { quireSubscriptionEventCases } from './graphql/subscription-events';
import { quireGraphqlVersionCases } from './graphql/versions';
import { uploadCases } from './media';
import { quireAbsentConditionCases } from './queries/absent-conditions';
import { quireEtagCases } from './queries/etags';
import { quireFilterCases } from './queries/filters';
import { quireFormatCases } from './queries/formats';
import { quireMorphPopulateCases } from './queries/morph-populate';
import { quireNotConditionCases } from './queries/not-conditions';
import { quirePaginationCases } from './queries/pagination';
import { quirePopulateCases } from './queries/populate';
import { quireRelationFilterCases } from './queries/relation-filters';
import { quireSortCases } from './queries/sort';
import { randomCases } from './random-questions';
import { relationSideCases } from './relations/relation-sides';
import { relationCases } from './relations/relations';
import { restDocumentCases } from './rest/documents';
import { filterKindCases } from './rest/filter-kinds';
import { restFilterCases } from './rest/filters';
import { restListCases } from './rest/lists';
import { nestedQueryCases } from './rest/nested-queries';
import { restPopulateCases } from './rest/populate';
import { restWriteCases } from './rest/writes';
import { quireSameAccountCases } from './same-answers/accounts';
import { quireSameAnswerCases } from './same-answers/answers';
import { schemaCases } from './schema';
import { serviceCases } from './service';
import { quireValueCases } from './values/attributes';
import { quireEachDatabaseCases } from './values/each-database';
import { quireLongNameCases } from './values/long-names';
import { quireOneMillisecondCases } from './values/one-millisecond';
import { quireRelationRuleCases } from './values/relation-rules';
import { quireUniqueVersionCases } from './values/unique-versions';
import { quireLevelCases } from './writes/levels';
import { quireRelationKindCases } from './writes/relation-kinds';
import { quireRelationLifeCases } from './writes/relation-life';
import { quireRelationOrderCases } from './writes/relation-orders';
import { writeVersionCases } from './writes/versions';
import { quireWriteRuleCases } from './writes/write-rules';

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
  ...quireNotConditionCases,
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
  ...quireAbsentConditionCases,
  ...quireQueryLimitCases,
  ...quirePlaceFilterCases,
  ...quirePlaceSortCases,
  ...quirePlaceSecretCases,
  ...quirePublicationCases,
  ...quireFirstPublishOrderCases,
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
  ...quireAccountCases,
  ...quireUserCases,
  ...quireAccessRelinkedCases,
  ...quireAccessRuleCases,
  ...quireTakenRightCases,
  ...quireEmptyUserValueCases,
  ...quireGrantingCases,
  ...quireAccountStepCases,
  ...quireClaimCases,
  ...quireCodeAndSessionCases,
  ...quireLocaleCases,
  ...quireMessageCases,
  ...quireGraphqlCases,
  ...quireGraphqlDataCases,
  ...quireGraphqlListCases,
  ...quireGraphqlOperationCases,
  ...quireGraphqlFilterCases,
  ...quireGraphqlPageCases,
  ...quireGraphqlLimitCases,
  ...quireGraphqlSizeCases,
  ...quireAnswerSizeCases,
  ...quireGraphqlDescribedCases,
  ...quireGraphqlAggregateCases,
  ...quireBucketFigureCases,
  ...quireGraphqlInputCases,
  ...quireGraphqlFormerCases,
  ...quireFormerMetaCases,
  ...quireGraphqlPeerCases,
  ...quireGraphqlHiddenCases,
  ...quireGraphqlSelectionCases,
  ...quireMergedSelectionCases,
  ...quireGraphqlVersionCases,
  ...quireSubscriptionEventCases,
  ...quireGraphqlErrorCases,
  ...quireGraphqlSchemaCases,
  ...quireGraphqlAccessCases,
  ...quireGraphqlPluginCases,
  ...quireGraphqlRefusedCases,
  ...quireValueCases,
  ...quireEachDatabaseCases,
  ...quireLongNameCases,
  ...quireOneMillisecondCases,
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

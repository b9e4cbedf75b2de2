// Every built-in row of the suite, in the order of the specification. Plugins add rows (find-contributions.ts).

import type { Row } from './row';
import { attributesRows } from './sections/attributes';
import { authRows } from './sections/auth';
import { capabilityRows } from './sections/capabilities';
import { documentRows } from './sections/document';
import { envelopeRows } from './sections/envelope';
import { errorsRows } from './sections/errors';
import { graphqlRows } from './sections/graphql';
import { graphqlAggregateRows } from './sections/graphql-aggregate';
import { graphqlConfigRows } from './sections/graphql-config';
import { graphqlExtensionRows } from './sections/graphql-extension';
import { graphqlFiltersRows } from './sections/graphql-filters';
import { graphqlMutationRows } from './sections/graphql-mutation';
import { graphqlPageRows } from './sections/graphql-page';
import { limitsRows } from './sections/limits';
import { mediaRows } from './sections/media';
import { quireRows } from './sections/quire';
import { quireApplicationRows } from './sections/quire-application';
import { quireDenseRows } from './sections/quire-dense';
import { quirePluginRows } from './sections/quire-plugins';
import { quireSameAnswerRows } from './sections/quire-same-answers';
import { quireWriteRows } from './sections/quire-writes';
import { quireRandomRows, randomRows } from './sections/random';
import { relationsRows } from './sections/relations';
import { restCollectionRows } from './sections/rest-collection';
import { restFieldsRows } from './sections/rest-fields';
import { restFiltersRows } from './sections/rest-filters';
import { restLocaleRows } from './sections/rest-locale';
import { restPaginationRows } from './sections/rest-pagination';
import { restPopulateRows } from './sections/rest-populate';
import { restQueryRows } from './sections/rest-query';
import { restSingleRows } from './sections/rest-single';
import { restSortRows } from './sections/rest-sort';
import { restStatusRows } from './sections/rest-status';
import { restWriteRows } from './sections/rest-write';
import { schemaRows } from './sections/schema';
import { serviceRows } from './sections/service';
import { statesRows } from './sections/states';
import { userRows } from './sections/user';
import { versioningRows } from './sections/versioning';

export const SPEC_ROWS: readonly Row[] = [
  ...capabilityRows,
  ...serviceRows,
  ...documentRows,
  ...envelopeRows,
  ...attributesRows,
  ...mediaRows,
  ...userRows,
  ...schemaRows,
  ...statesRows,
  ...restCollectionRows,
  ...restSingleRows,
  ...restWriteRows,
  ...restQueryRows,
  ...restFiltersRows,
  ...restSortRows,
  ...restPaginationRows,
  ...restFieldsRows,
  ...restPopulateRows,
  ...restLocaleRows,
  ...restStatusRows,
  ...relationsRows,
  ...graphqlRows,
  ...graphqlAggregateRows,
  ...graphqlMutationRows,
  ...graphqlFiltersRows,
  ...graphqlPageRows,
  ...graphqlConfigRows,
  ...graphqlExtensionRows,
  ...authRows,
  ...errorsRows,
  ...limitsRows,
  ...versioningRows,
  ...randomRows,
  ...quireRows,
  ...quireSameAnswerRows,
  ...quirePluginRows,
  ...quireRandomRows,
  ...quireApplicationRows,
  ...quireDenseRows,
  ...quireWriteRows,
];

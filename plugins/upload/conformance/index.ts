// Rows and cases of the media library, where the specification is silent.
import { quireUploadAttachedCases } from './attached';
import { quireUploadChangeCases } from './changes';
import { quireUploadDemandCases } from './demand';
import { quireUploadCases } from './files';
import { quireUploadFormatCases } from './formats';
import { quireUploadGraphqlCases } from './graphql';
import { quireUploadLinkCases } from './links';
import { quireUploadListCases } from './lists';
import { quireUploadRelatedCases } from './related';
import { quireReplacedFormatCases } from './replaced-formats';
import { quireUploadRightCases } from './rights';
import { quireUploadServedCases } from './served';
import { quireUploadStorageCases } from './storage';
import { quireUploadTypeCases } from './types';

export { quireUploadRows as rows } from './rows';
export const cases = [
  ...quireUploadAttachedCases,
  ...quireUploadChangeCases,
  ...quireUploadDemandCases,
  ...quireUploadCases,
  ...quireUploadFormatCases,
  ...quireUploadGraphqlCases,
  ...quireUploadLinkCases,
  ...quireUploadListCases,
  ...quireUploadRelatedCases,
  ...quireReplacedFormatCases,
  ...quireUploadRightCases,
  ...quireUploadServedCases,
  ...quireUploadStorageCases,
  ...quireUploadTypeCases,
];

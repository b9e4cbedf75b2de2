// The errors of this plugin.
import { defineErrors } from '../../core';

export const draftErrors = defineErrors('draft-and-publish', {
  STATUS_INVALID: {
    status: 400,
    name: 'ValidationError',
    message: (given: string) => `status must be draft or published, got ${given}`,
    details: () => ({ source: 'query', param: 'status' }),
  },
  HAS_PUBLISHED_INVALID: {
    status: 400,
    name: 'ValidationError',
    message: () => "Invalid value for 'hasPublishedVersion'. Expected boolean or 'true'/'false' string.",
    details: () => ({ source: 'query', param: 'hasPublishedVersion' }),
  },
  FILTER_INVALID: {
    status: 400,
    name: 'ValidationError',
    message: (known: readonly string[]) =>
      `Invalid value for 'publicationFilter'. Expected one of: ${known.join(', ')}.`,
    details: () => ({ source: 'query', param: 'publicationFilter' }),
  },
  DRAFT_OF_PUBLISHED: {
    status: 400,
    name: 'ValidationError',
    message: () =>
      'The draft of a published document cannot be deleted alone. Discard its changes (actions/discard-draft), or delete the document by leaving status out.',
    details: () => ({ source: 'query', param: 'status' }),
  },
  NOT_PUBLISHED: {
    status: 400,
    name: 'ValidationError',
    message: () => 'The document has no published version to go back to. Publish it first, or delete it.',
  },
});

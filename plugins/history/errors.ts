// The error table of the plugin.
import { defineErrors } from '../../core';

export const historyErrors = defineErrors('history', {
  HISTORY_VERSION_NOT_FOUND: {
    status: 404,
    name: 'NotFoundError',
    message: () => 'Version not found',
  },
  HISTORY_NOT_RECORDED: {
    status: 404,
    name: 'NotFoundError',
    message: (which: string) =>
      `The history has no ${which} version of this document: it was not saved since the plugin was enabled, or there is no such version`,
  },
  HISTORY_TYPE: {
    status: 400,
    name: 'ValidationError',
    message: (type: string) => `The content type "${type}" does not exist, or has no history`,
  },
});

// Turns errors of formidable into errors of the table.
import { AppError } from '../../errors/app-error';
import { coreErrors } from '../../errors/core-errors';
import { brokenOff } from './body-text';

/** Codes of formidable. */
const ABORTED = 1002;
const FIELDS_TOO_MANY = 1007;
const TOTAL_TOO_LARGE = 1009;
const MALFORMED = 1012;
const NO_BOUNDARY = 1013;
const UNKNOWN_TRANSFER_ENCODING = 1014;
const FILES_TOO_MANY = 1015;
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const MULTIPART_END = 'The multipart body is cut off or malformed; it must end with its boundary and "--"';
const MULTIPART_BOUNDARY =
  'The Content-Type of the form names no boundary; leave this header to your HTTP client, which adds it';
const MULTIPART_ENCODING =
  'A part has an unknown Content-Transfer-Encoding; send the part without this header';

export interface PartLimits {
  readonly files: number;
  readonly fields: number;
}

/** Clients receive only messages of known errors. Unknown errors stay unchanged. */
export function bodyError(error: unknown, most: PartLimits): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const code = 'code' in error ? error.code : undefined;
  const status = 'httpCode' in error ? error.httpCode : undefined;
  if (FULL.has(code)) return coreErrors.BODY_NO_SPACE();
  // The client has gone.
  if (code === ABORTED) return brokenOff();
  if (code === TOTAL_TOO_LARGE) return coreErrors.BODY_FILE_TOO_LARGE();
  if (code === FILES_TOO_MANY) return coreErrors.BODY_TOO_MANY_PARTS('files', most.files);
  if (code === FIELDS_TOO_MANY) return coreErrors.BODY_TOO_MANY_PARTS('fields', most.fields);
  if (code === NO_BOUNDARY) return coreErrors.BODY_SYNTAX(MULTIPART_BOUNDARY);
  if (code === MALFORMED) return coreErrors.BODY_SYNTAX(MULTIPART_END);
  if (code === UNKNOWN_TRANSFER_ENCODING) return coreErrors.BODY_SYNTAX(MULTIPART_ENCODING);
  return status === 413 ? coreErrors.BODY_TOO_LARGE() : error;
}

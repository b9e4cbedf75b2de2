// Turns errors of body parsers into errors of the table. Each parser has its own codes, statuses and messages.
import { AppError } from '../../errors/app-error';
import { coreErrors } from '../../errors/core-errors';
import type { RequestContext } from './context';

/** Codes of formidable. */
const FIELDS_TOO_MANY = 1007;
const TOTAL_TOO_LARGE = 1009;
const MALFORMED = 1012;
const UNKNOWN_TRANSFER_ENCODING = 1014;
const FILES_TOO_MANY = 1015;
const FULL: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const MULTIPART_END = 'The multipart body is cut off or malformed; it must end with its boundary and "--"';
const MULTIPART_ENCODING =
  'A part has an unknown Content-Transfer-Encoding; send the part without this header';

export interface PartLimits {
  readonly files: number;
  readonly fields: number;
}

/** Clients receive only messages of known errors. Unknown errors stay unchanged. */
export function bodyError(error: unknown, request: RequestContext, most: PartLimits): unknown {
  if (error instanceof AppError || typeof error !== 'object' || error === null) return error;
  const message = 'message' in error ? String(error.message) : '';
  const status = 'status' in error ? error.status : 'httpCode' in error ? error.httpCode : undefined;
  const type = 'type' in error ? error.type : undefined;
  const code = 'code' in error ? error.code : undefined;
  if (FULL.has(code)) return coreErrors.BODY_NO_SPACE();
  if (code === TOTAL_TOO_LARGE) return coreErrors.BODY_FILE_TOO_LARGE();
  if (code === FILES_TOO_MANY) return coreErrors.BODY_TOO_MANY_PARTS('files', most.files);
  if (code === FIELDS_TOO_MANY) return coreErrors.BODY_TOO_MANY_PARTS('fields', most.fields);
  if (code === MALFORMED) return coreErrors.BODY_SYNTAX(MULTIPART_END);
  if (code === UNKNOWN_TRANSFER_ENCODING) return coreErrors.BODY_SYNTAX(MULTIPART_ENCODING);
  if (status === 413 || type === 'entity.too.large') return coreErrors.BODY_TOO_LARGE();
  if (status === 415)
    return coreErrors.BODY_UNSUPPORTED_TYPE(
      `with encoding ${String(request.header('content-encoding')).slice(0, 40)}`,
      'it plain, or with gzip, deflate or br',
    );
  if (error instanceof SyntaxError || error instanceof RangeError) return coreErrors.BODY_SYNTAX(message);
  if (status === 400 || type === 'request.aborted') return coreErrors.BODY_SYNTAX(message);
  const encoding = request.header('content-encoding');
  if (encoding !== undefined) return coreErrors.BODY_SYNTAX(`the body is not valid ${encoding.slice(0, 40)}`);
  return error;
}

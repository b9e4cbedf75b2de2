// Columns that several rooms speak of, as statements name them.
import { SHORT_TEXT } from '../attributes/families/text';

/** As long as the attributes that hold a short text. */
export const SHORT_TEXT_COLUMN = { kind: 'string', length: SHORT_TEXT } as const;

/** Of lists and keys; a table's own column of documentIds is as long as its type says. */
export const DOCUMENT_ID_COLUMN = { kind: 'string', length: 255 } as const;

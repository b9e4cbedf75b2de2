// Column types that several rooms use in parameters.
import { SHORT_TEXT } from '../../attributes/families/text';

/** As long as an attribute of type string. */
export const SHORT_TEXT_COLUMN = { kind: 'string', length: SHORT_TEXT } as const;

/** For lists and keys of documentIds. */
export const DOCUMENT_ID_COLUMN = { kind: 'string', length: 255 } as const;

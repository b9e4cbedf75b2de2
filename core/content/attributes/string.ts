// `string`: one line of text.
import { SHORT_TEXT, textType } from './families/text';

export const stringType = textType({ name: 'string', limit: SHORT_TEXT });

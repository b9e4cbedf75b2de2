// `text`: text of any length.
import { textType } from './families/text';

export const textAttributeType = textType({ name: 'text', limit: null });

// `richtext`: Markdown of any length, kept as it was written.
import { textType } from './families/text';

export const richtextType = textType({ name: 'richtext', limit: null });

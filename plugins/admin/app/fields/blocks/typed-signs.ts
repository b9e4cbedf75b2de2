// Signs of Markdown become blocks as they are typed: `## ` makes a heading. Backspace at once brings the signs back.
import { InputRule, inputRules } from 'prosemirror-inputrules';
import { type Command, Selection } from 'prosemirror-state';
import { setBlock } from './commands';
import { toggleList } from './lists';

/** At the start of a paragraph. */
const ruleFor = (signs: RegExp, commandOf: (signs: string) => Command): InputRule =>
  new InputRule(signs, (state, [text], start, end) => {
    if (state.selection.$from.parent.type.name !== 'paragraph') return null;
    const tr = state.tr.delete(start, end);
    const isDone = commandOf(text.trim())(state.apply(tr), (made) => {
      for (const step of made.steps) tr.step(step);
      tr.setSelection(Selection.fromJSON(tr.doc, made.selection.toJSON()));
    });
    return isDone ? tr : null;
  });

export const typedSigns = inputRules({
  rules: [
    ruleFor(/^#{1,6}\s$/, (signs) => setBlock(`heading${signs.length}`)),
    ruleFor(/^>\s$/, () => setBlock('quote')),
    ruleFor(/^```$/, () => setBlock('codeBlock')),
    ruleFor(/^[-*+]\s$/, () => toggleList('unordered')),
    ruleFor(/^1[.)]\s$/, () => toggleList('ordered')),
  ],
});

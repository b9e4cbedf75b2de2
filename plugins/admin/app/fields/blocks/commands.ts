// What keys and the buttons of the toolbar do, and which of them are on at the cursor.
import {
  baseKeymap,
  chainCommands,
  exitCode,
  newlineInCode,
  setBlockType,
  splitBlock,
  toggleMark,
} from 'prosemirror-commands';
import { closeHistory, redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
import { undoInputRule } from 'prosemirror-inputrules';
import { Fragment, type Mark, type MarkType, type Node, type NodeType, Slice } from 'prosemirror-model';
import { type Command, type EditorState, Selection, TextSelection } from 'prosemirror-state';
import { dropPoint } from 'prosemirror-transform';
import { type Format, formatAt, indent, leaveEmptyItem, outdent, outdentAtStart } from './lists';
import { STYLES, schema } from './schema';

const mark = (name: string): MarkType => {
  const found = schema.marks[name];
  if (!found) throw new Error(`no mark ${name}`);
  return found;
};
const node = (name: string): NodeType => {
  const found = schema.nodes[name];
  if (!found) throw new Error(`no node ${name}`);
  return found;
};

/** `heading2` → heading of level 2. The names are the values of the choice in the toolbar. */
export const setBlock =
  (name: string): Command =>
  (state, dispatch) => {
    const isHeading = name.startsWith('heading');
    const level = isHeading ? { level: Number(name.replace('heading', '')) } : {};
    const type = node(isHeading ? 'heading' : name);
    if (!setBlockType(type, level)(state)) return false;
    // Keys that the editor does not know stay.
    const attrsOf = ({ attrs: { rest } }: Node) => ({ ...level, ...(rest === undefined ? {} : { rest }) });
    const tr = state.selection.ranges.reduce(
      (made, { $from, $to }) => made.setBlockType($from.pos, $to.pos, type, attrsOf),
      state.tr,
    );
    dispatch?.(tr.scrollIntoView());
    return true;
  };

export const toggleStyle = (name: (typeof STYLES)[number]): Command => toggleMark(mark(name));

const breakLine: Command = (state, dispatch) => {
  const { $from } = state.selection;
  if (!$from.parent.inlineContent) return false;
  const line = node('br').create(null, null, state.storedMarks ?? $from.marks());
  dispatch?.(state.tr.replaceSelectionWith(line, false).scrollIntoView());
  return true;
};

/** Backspace at the start of an empty heading, quote or code. */
const plainIfEmpty: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const isPlain = $from.parent.type === node('paragraph');
  return (
    empty && !isPlain && $from.parent.content.size === 0 && setBlockType(node('paragraph'))(state, dispatch)
  );
};

/** One undo of fast typing takes back one paragraph, not all of them. */
const newParagraph: Command = (state, dispatch) =>
  splitBlock(state, dispatch && ((change) => dispatch(closeHistory(change))));

export const keys: Readonly<Record<string, Command>> = {
  'Mod-z': undo,
  'Mod-y': redo,
  'Mod-Shift-z': redo,
  'Mod-b': toggleStyle('bold'),
  'Mod-i': toggleStyle('italic'),
  'Mod-u': toggleStyle('underline'),
  'Mod-Shift-s': toggleStyle('strikethrough'),
  'Mod-e': toggleStyle('code'),
  'Mod-]': indent,
  'Mod-[': outdent,
  'Mod-Alt-0': setBlock('paragraph'),
  ...Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`Mod-Alt-${level}`, setBlock(`heading${level}`)])),
  Enter: chainCommands(newlineInCode, leaveEmptyItem, newParagraph, ...rest('Enter')),
  'Shift-Enter': chainCommands(newlineInCode, breakLine),
  'Mod-Enter': exitCode,
  Backspace: chainCommands(undoInputRule, plainIfEmpty, outdentAtStart, ...rest('Backspace')),
};

function rest(key: string): Command[] {
  const command = baseKeymap[key];
  return command ? [command] : [];
}

/** What the toolbar shows. */
export interface Tools {
  /** The value of the choice of blocks; null for images and others. */
  readonly block: string | null;
  readonly format: Format | null;
  readonly styles: readonly string[];
  readonly link: string | null;
  readonly undo: boolean;
  readonly redo: boolean;
}

export function toolsOf(state: EditorState): Tools {
  const { $from, from, to, empty } = state.selection;
  const has = (type: MarkType): boolean =>
    empty
      ? type.isInSet(state.storedMarks ?? $from.marks()) !== undefined
      : state.doc.rangeHasMark(from, to, type);
  const { type, attrs } = $from.parent;
  const isText = state.selection instanceof TextSelection;
  return {
    block: !isText ? null : type === node('heading') ? `heading${attrs.level}` : type.name,
    format: formatAt(state),
    styles: STYLES.filter((name) => has(mark(name))),
    link: linkAt(state)?.mark.attrs.url ?? null,
    undo: undoDepth(state) > 0,
    redo: redoDepth(state) > 0,
  };
}

/** The whole link at the cursor. */
function linkAt(
  state: EditorState,
): { readonly mark: Mark; readonly from: number; readonly to: number } | null {
  const { $from } = state.selection;
  const at = (index: number): Mark | undefined =>
    index < 0 || index >= $from.parent.childCount
      ? undefined
      : mark('link').isInSet($from.parent.child(index).marks);
  const start = $from.textOffset === 0 && !at($from.index()) ? $from.index() - 1 : $from.index();
  const found = at(start);
  if (!found) return null;
  let [first, last] = [start, start];
  while (at(first - 1)?.eq(found)) first--;
  while (at(last + 1)?.eq(found)) last++;
  const from = $from.posAtIndex(first, $from.depth);
  return { mark: found, from, to: $from.posAtIndex(last + 1, $from.depth) };
}

/** Sets or removes (null) the link of the selection, or of the link at the cursor. Without both, the address is the text. */
export const setLink =
  (url: string | null): Command =>
  (state, dispatch) => {
    const { from, to, empty, $from } = state.selection;
    const found = linkAt(state);
    const range = empty ? found : { from, to };
    const { tr } = state;
    if (range) {
      tr.removeMark(range.from, range.to, mark('link'));
      const rest = found?.mark.attrs.rest ?? null;
      if (url !== null) tr.addMark(range.from, range.to, mark('link').create({ url, rest }));
    } else {
      if (url === null || !$from.parent.inlineContent) return false;
      const marks = [...(state.storedMarks ?? $from.marks()), mark('link').create({ url })];
      tr.replaceSelectionWith(schema.text(url, marks), false);
    }
    dispatch?.(tr.removeStoredMark(mark('link')));
    return true;
  };

/** The cursor in the first text after a block. */
function textAfter(doc: Node, block: Node): Selection {
  let end = 0;
  doc.descendants((each, at) => {
    if (each === block) end = at + each.nodeSize;
    return end === 0;
  });
  const place = doc.resolve(end);
  return Selection.findFrom(place, 1, true) ?? Selection.near(place);
}

/** At the cursor, or beside the block at another place: then the selection stays. */
export const insertImage =
  (image: Readonly<Record<string, unknown>>, at?: number): Command =>
  (state, dispatch) => {
    const { tr, selection } = state;
    const made = node('image').create({ image });
    const isHere = at === undefined || (selection.empty && selection.from === at);
    if (isHere) tr.replaceSelectionWith(made, false);
    else tr.insert(dropPoint(tr.doc, at, new Slice(Fragment.from(made), 0, 0)) ?? at, made);
    // So that there is a line to go on writing.
    if (tr.doc.lastChild?.type === node('image')) tr.insert(tr.doc.content.size, node('paragraph').create());
    // The next key would replace a selected image.
    if (isHere) tr.setSelection(textAfter(tr.doc, made));
    dispatch?.(tr.scrollIntoView());
    return true;
  };

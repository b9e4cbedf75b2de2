// Commands of lists. A nested list is a child of its list, beside the items, as it is stored.
import { Fragment, type Node, type NodeType, type ResolvedPos } from 'prosemirror-model';
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import { canJoin, findWrapping, liftTarget } from 'prosemirror-transform';
import { schema } from './schema';

const type = (name: string): NodeType => {
  const found = schema.nodes[name];
  if (!found) throw new Error(`no node ${name}`);
  return found;
};

export type Format = 'ordered' | 'unordered';

/** The depth of the innermost list around a position; 0 if there is none. */
function listDepth(position: ResolvedPos): number {
  for (let depth = position.depth; depth > 0; depth--)
    if (position.node(depth).type === type('list')) return depth;
  return 0;
}

export function formatAt({ selection: { $from } }: EditorState): Format | null {
  const depth = listDepth($from);
  return depth === 0 ? null : ($from.node(depth).attrs.format as Format);
}

/** Makes a list of the selected blocks; gives a list the other format; makes paragraphs of a list that has the format. */
export const toggleList =
  (format: Format): Command =>
  (state, dispatch) => {
    const { $from, $to } = state.selection;
    const depth = listDepth($from);
    if (depth > 0) {
      const list = $from.node(depth);
      if (list.attrs.format === format) return itemsToParagraphs(state, dispatch);
      dispatch?.(state.tr.setNodeMarkup($from.before(depth), null, { ...list.attrs, format }));
      return true;
    }
    const [first, last] = [$from.index(0), $to.index(0)];
    const blocks = state.doc.children.slice(first, last + 1);
    if (blocks.length === 0 || !blocks.every((block) => block.isTextblock)) return false;
    if (dispatch) {
      const items = blocks.map((block) => type('item').create(restOf(block), linesOf(block)));
      const start = $from.posAtIndex(first, 0);
      const tr = state.tr.replaceWith(start, start + sizeOf(blocks), type('list').create({ format }, items));
      // The list adds one step before its first item.
      dispatch(selectSame(tr, state, 1).scrollIntoView());
    }
    return true;
  };

const sizeOf = (all: readonly Node[]): number => all.reduce((sum, { nodeSize }) => sum + nodeSize, 0);

/** Code has line breaks as signs; other blocks as nodes. Both have the size 1. */
function linesOf(block: Node): Fragment {
  if (!block.type.spec.code) return block.content;
  return Fragment.from(block.children.flatMap((child) => (child.isText ? linesIn(child) : [child])));
}

const linesIn = ({ text = '', marks }: Node): Node[] =>
  text
    .split('\n')
    .flatMap((line, index) => [
      ...(index > 0 ? [type('br').create(null, null, marks)] : []),
      ...(line === '' ? [] : [schema.text(line, marks)]),
    ]);

/** Keys that the editor does not know stay. */
const restOf = ({ attrs: { rest } }: Node) => (rest === undefined ? null : { rest });

function selectSame(
  tr: Transaction,
  { selection: { anchor, head } }: EditorState,
  shift: number,
): Transaction {
  const at = (position: number) => Math.max(0, Math.min(position + shift, tr.doc.content.size));
  return tr.setSelection(TextSelection.between(tr.doc.resolve(at(anchor)), tr.doc.resolve(at(head))));
}

/** Takes the selected items out of the outermost list. Items before and after stay lists. */
function itemsToParagraphs(state: EditorState, dispatch?: (tr: Transaction) => void): boolean {
  const { $from, $to } = state.selection;
  if (!$from.sameParent($to) && $from.index(0) !== $to.index(0)) return false;
  // Of a nested item the list moves out step by step, so that its place stays clear.
  if (listDepth($from) > 1) return outdent(state, dispatch);
  const list = $from.node(1);
  const [first, last] = [$from.index(1), $to.index(1)];
  if (dispatch) {
    const part = (from: number, to?: number): Node[] => {
      const children = list.children.slice(from, to);
      return children.length === 0 ? [] : [list.copy(Fragment.from(children))];
    };
    const taken = list.children
      .slice(first, last + 1)
      .map((child) =>
        child.type === type('item') ? type('paragraph').create(restOf(child), child.content) : child,
      );
    const before = part(0, first);
    const tr = state.tr.replaceWith($from.before(1), $from.after(1), [
      ...before,
      ...taken,
      ...part(last + 1),
    ]);
    // Without items before, the start of the list is gone; with them, its end comes first.
    dispatch(selectSame(tr, state, before.length > 0 ? 1 : -1).scrollIntoView());
  }
  return true;
}

/** Moves the selected items one list deeper, and joins the lists that meet. */
export const indent: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  const depth = listDepth($from);
  const range = $from.blockRange($to, (node) => node.type === type('list'));
  if (depth === 0 || !range) return false;
  const { format } = $from.node(depth).attrs;
  const wrapping = findWrapping(range, type('list'), { format });
  if (!wrapping) return false;
  if (dispatch) {
    const tr = state.tr.wrap(range, wrapping);
    const end = tr.mapping.map(range.end);
    joinLists(tr, end, format);
    joinLists(tr, range.start, format);
    dispatch(tr.scrollIntoView());
  }
  return true;
};

function joinLists(tr: Transaction, position: number, format: unknown): void {
  const { nodeBefore, nodeAfter } = tr.doc.resolve(position);
  const fits = (node: Node | null): boolean => node?.type === type('list') && node.attrs.format === format;
  if (fits(nodeBefore) && fits(nodeAfter) && canJoin(tr.doc, position)) tr.join(position);
}

/** Moves the selected items one list out. Items of the outermost list become paragraphs. */
export const outdent: Command = (state, dispatch) => {
  const { $from, $to } = state.selection;
  const depth = listDepth($from);
  if (depth === 0) return false;
  if (depth === 1) return itemsToParagraphs(state, dispatch);
  const range = $from.blockRange($to, (node) => node.type === type('list'));
  const target = range ? liftTarget(range) : null;
  if (!range || target === null) return false;
  dispatch?.(state.tr.lift(range, target).scrollIntoView());
  return true;
};

const atStart = ({ selection: { empty, $from } }: EditorState): boolean => empty && $from.parentOffset === 0;

/** Enter in an empty item leaves the list. */
export const leaveEmptyItem: Command = (state, dispatch) =>
  atStart(state) && state.selection.$from.parent.childCount === 0 && outdent(state, dispatch);

/** Backspace before the first letter of an item. */
export const outdentAtStart: Command = (state, dispatch) => atStart(state) && outdent(state, dispatch);

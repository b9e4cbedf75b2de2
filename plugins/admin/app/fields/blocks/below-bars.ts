// The bars that stay at the top of the window cover the text below them. The editor does not know of them when it scrolls.
import type { EditorView } from 'prosemirror-view';

/** Pixels between the bars and the line of the cursor. */
const GAP = 8;

/** Scrolls the window until the bars do not cover the line of the cursor. */
export function scrollBelowBars(view: EditorView): void {
  const toolbar = view.dom.closest('.blocks')?.querySelector<HTMLElement>('.toolbar');
  if (!toolbar) return;
  // The toolbar itself may stand higher now, at the end of a short text.
  const edge = Number.parseFloat(getComputedStyle(toolbar).top) + toolbar.offsetHeight + GAP;
  const { top } = view.coordsAtPos(view.state.selection.head);
  if (top < edge) scrollBy(0, top - edge);
}

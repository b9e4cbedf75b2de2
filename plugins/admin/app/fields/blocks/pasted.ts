// Pasted HTML that the schema of the editor would flatten or split: lists of a word processor, paragraphs of items, and tables.
import { DOMParser, type ParseOptions, type Slice } from 'prosemirror-model';
import { schema } from './schema';

/** `<p style="mso-list:l0 level2 lfo1">`: the list and the depth of an item. */
const ITEM = /mso-list:\s*(\w+)\s+level(\d+)/i;
const MARKER = /mso-list:\s*ignore/i;
/** `1.`, `a)`, `(iv)`; a bullet is another sign, or the letter `o`. */
const NUMBER = /^\(?(?:\d+|[a-z]{1,5})[.)]/i;

const HEAVY = /font-weight:\s*(?:bold|[6-9]00)/i;
const LIGHT = /font-weight:\s*(?:normal|lighter|[1-5]00)/i;
const SLANTED = /font-style:\s*italic/i;

const styleOf = (element: Element | null): string => element?.getAttribute('style') ?? '';

class PasteParser extends DOMParser {
  override parseSlice(dom: Node, options?: ParseOptions): Slice {
    if (dom instanceof Element) tidy(dom);
    return super.parseSlice(dom, options);
  }
}

export const pasteParser = new PasteParser(schema, DOMParser.fromSchema(schema).rules);

function tidy(pasted: Element): void {
  takeStyles(pasted);
  for (const paragraph of pasted.querySelectorAll('p'))
    if (ITEM.test(styleOf(paragraph)) && !ITEM.test(styleOf(paragraph.previousElementSibling)))
      makeLists(paragraph);
  for (const element of pasted.querySelectorAll('li, blockquote')) joinLines(element);
  // A table in a cell comes before the outer one.
  for (const table of [...pasted.querySelectorAll('table')].reverse()) table.replaceWith(...rowsOf(table));
}

/** Items and quotes hold text without paragraphs: each further one begins on a new line. */
function joinLines(element: Element): void {
  for (let block = paragraphIn(element); block; block = paragraphIn(element)) {
    let before = block.previousSibling;
    while (before instanceof Text && before.data.trim() === '') {
      before.remove();
      before = block.previousSibling;
    }
    const isFirst = before === null || (before instanceof Element && before.matches('ul, ol, br'));
    if (!isFirst) block.before(element.ownerDocument.createElement('br'));
    block.replaceWith(...block.childNodes);
  }
}

const paragraphIn = (element: Element): Element | null => element.querySelector(':scope > p, :scope > div');

/** The policy of the page ignores attributes of style, so the parser sees none. Some programs copy all text in a `<b>` that is not bold. */
function takeStyles(pasted: Element): void {
  for (const element of pasted.querySelectorAll('b, strong'))
    if (LIGHT.test(styleOf(element))) element.replaceWith(...element.childNodes);
  for (const span of pasted.querySelectorAll('span')) {
    const style = styleOf(span);
    if (HEAVY.test(style)) wrapIn('strong', span);
    if (SLANTED.test(style)) wrapIn('em', span);
  }
}

function wrapIn(tag: string, span: Element): void {
  const inner = span.ownerDocument.createElement(tag);
  inner.append(...span.childNodes);
  span.append(inner);
}

/** Makes lists of a paragraph and those that follow it directly. */
function makeLists(first: Element): void {
  const lists: { readonly depth: number; readonly list: Element; readonly id: string }[] = [];
  const start = first.ownerDocument.createComment('');
  first.before(start);
  for (let next: Element | null = first; next; ) {
    const [, id = '', level = ''] = ITEM.exec(styleOf(next)) ?? [];
    if (level === '') break;
    const { item, tag } = itemOf(next);
    const depth = Number(level);
    const following: Element | null = next.nextElementSibling;
    next.remove();
    while ((lists.at(-1)?.depth ?? 0) > depth) lists.pop();
    const same = lists.at(-1);
    if (same?.depth === depth && (same.id !== id || same.list.localName !== tag)) lists.pop();
    if (lists.at(-1)?.depth !== depth) {
      const list = first.ownerDocument.createElement(tag);
      const outer = lists.at(-1)?.list;
      if (outer) outer.append(list);
      else start.before(list);
      lists.push({ depth, list, id });
    }
    lists.at(-1)?.list.append(item);
    next = following;
  }
  start.remove();
}

function itemOf(paragraph: Element): { readonly item: Element; readonly tag: 'ol' | 'ul' } {
  const marker = [...paragraph.querySelectorAll('span')].find((span) => MARKER.test(styleOf(span)));
  const isNumber = NUMBER.test(marker?.textContent.trim() ?? '');
  marker?.remove();
  const item = paragraph.ownerDocument.createElement('li');
  item.append(...paragraph.childNodes);
  return { item, tag: isNumber ? 'ol' : 'ul' };
}

/** Blocks have no tables: a row becomes a paragraph. */
function rowsOf(table: HTMLTableElement): readonly Element[] {
  return [...table.rows].map((row) => {
    const line = table.ownerDocument.createElement('p');
    [...row.cells].forEach((cell, index) => {
      if (index > 0) line.append(' | ');
      // The paragraphs of a cell stay in the line of the row.
      for (const block of [...cell.querySelectorAll('p, div, li')].reverse())
        block.replaceWith(' ', ...block.childNodes, ' ');
      for (const list of [...cell.querySelectorAll('ul, ol')].reverse()) list.replaceWith(...list.childNodes);
      line.append(...cell.childNodes);
    });
    return line;
  });
}

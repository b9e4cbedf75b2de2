// The document of the editor. Its nodes are those of the stored blocks, so a text can be read and written without loss.
// `rest` holds the keys of a node that the editor does not know.
import { type Attrs, type DOMOutputSpec, type MarkSpec, type NodeSpec, Schema } from 'prosemirror-model';
import { isObject } from '../../data/values';
import { t } from '../../i18n/translate';
import { safeAddress } from './address';

const LEVELS = [1, 2, 3, 4, 5, 6] as const;

const rest = { rest: { default: null } };
/** The attribute of an element that keeps what HTML cannot say, for cut and paste. */
const kept = (name: string, value: unknown): Record<string, string> =>
  value === null || value === undefined ? {} : { [`data-${name}`]: JSON.stringify(value) };
const keptIn = (element: HTMLElement, name: string): unknown => {
  try {
    return JSON.parse(element.getAttribute(`data-${name}`) ?? 'null');
  } catch {
    return null;
  }
};
const restIn = (element: HTMLElement): Attrs => {
  const found = keptIn(element, 'rest');
  return { rest: isObject(found) ? found : null };
};

const textBlock = (tag: string): NodeSpec => ({
  group: 'block',
  content: 'inline*',
  defining: true,
  attrs: rest,
  parseDOM: [{ tag, getAttrs: restIn }],
  toDOM: (node) => [tag, kept('rest', node.attrs.rest), 0],
});

/** A node that the editor shows, moves and removes, and never changes. */
const otherNode = (isInline: boolean): NodeSpec => {
  const tag = isInline ? 'span' : 'div';
  return {
    ...(isInline ? { inline: true, group: 'inline' } : { group: 'block' }),
    atom: true,
    attrs: { json: {} },
    parseDOM: [{ tag: `${tag}[data-other]`, getAttrs: (element) => ({ json: keptIn(element, 'other') }) }],
    toDOM: ({ attrs: { json } }): DOMOutputSpec => [
      tag,
      { class: 'other', ...kept('other', json) },
      isObject(json) && typeof json.type === 'string'
        ? t('Part of the type “{type}”', { type: json.type })
        : t('Part of an unknown type'),
    ],
  };
};

const nodes: Readonly<Record<string, NodeSpec>> = {
  doc: { content: 'block+' },
  paragraph: textBlock('p'),
  heading: {
    ...textBlock('h1'),
    attrs: { ...rest, level: { default: 1 } },
    parseDOM: LEVELS.map((level) => ({
      tag: `h${level}`,
      getAttrs: (element) => ({ level, ...restIn(element) }),
    })),
    toDOM: ({ attrs }) => [`h${attrs.level}`, kept('rest', attrs.rest), 0],
  },
  quote: textBlock('blockquote'),
  codeBlock: {
    ...textBlock('pre'),
    content: '(text | otherInline)*',
    code: true,
    parseDOM: [
      {
        tag: 'pre',
        preserveWhitespace: 'full',
        getAttrs: restIn,
        // Else `code` inside of `pre` would style the text again.
        contentElement: (pre) =>
          (pre as Element).querySelector<HTMLElement>(':scope > code') ?? (pre as HTMLElement),
      },
    ],
    toDOM: (node) => ['pre', kept('rest', node.attrs.rest), ['code', 0]],
  },
  list: {
    group: 'block',
    content: '(item | list | other)+',
    attrs: { ...rest, format: { default: 'unordered' } },
    parseDOM: [
      { tag: 'ul', getAttrs: (element) => ({ format: 'unordered', ...restIn(element) }) },
      { tag: 'ol', getAttrs: (element) => ({ format: 'ordered', ...restIn(element) }) },
    ],
    toDOM: ({ attrs }) => [attrs.format === 'ordered' ? 'ol' : 'ul', kept('rest', attrs.rest), 0],
  },
  item: {
    content: 'inline*',
    defining: true,
    attrs: rest,
    parseDOM: [{ tag: 'li', getAttrs: restIn }],
    toDOM: (node) => ['li', kept('rest', node.attrs.rest), 0],
  },
  image: {
    group: 'block',
    atom: true,
    draggable: true,
    attrs: { ...rest, image: {} },
    parseDOM: [
      {
        tag: 'figure[data-image]',
        getAttrs: (element) => {
          const image = keptIn(element, 'image');
          return isObject(image) ? { image, ...restIn(element) } : false;
        },
      },
    ],
    toDOM: ({ attrs }) => {
      const { url, alternativeText, name } = attrs.image as Readonly<Record<string, unknown>>;
      const alt = typeof alternativeText === 'string' ? alternativeText : '';
      return [
        'figure',
        { ...kept('image', attrs.image), ...kept('rest', attrs.rest) },
        ['img', { src: typeof url === 'string' ? (safeAddress(url) ?? '') : '', alt }],
        ['figcaption', alt === '' ? String(name ?? '') : alt],
      ];
    },
  },
  other: otherNode(false),
  text: { group: 'inline' },
  /** A line break inside a block: the sign `\n` of the stored text. */
  br: {
    inline: true,
    group: 'inline',
    selectable: false,
    linebreakReplacement: true,
    leafText: () => '\n',
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
  },
  otherInline: otherNode(true),
};

const style = (tag: string, ...more: string[]): MarkSpec => ({
  parseDOM: [{ tag }, ...more.map((name) => ({ tag: name }))],
  toDOM: () => [tag, 0],
});

/** The keys of a text node that are true or absent. */
export const STYLES = ['bold', 'italic', 'underline', 'strikethrough', 'code'] as const;

const marks: Readonly<Record<string, MarkSpec>> = {
  link: {
    attrs: { ...rest, url: {} },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (element) => {
          const url = element.getAttribute('data-url') ?? element.getAttribute('href') ?? '';
          return safeAddress(url) === null ? false : { url, ...restIn(element) };
        },
      },
    ],
    toDOM: ({ attrs: { url, rest: more } }) => {
      const href = safeAddress(url);
      return ['a', { ...(href === null ? {} : { href }), title: url, ...kept('rest', more) }, 0];
    },
  },
  bold: style('strong', 'b'),
  italic: style('em', 'i'),
  underline: style('u'),
  strikethrough: style('s', 'del'),
  code: { ...style('code'), code: true },
  /** Keys of a text node that the editor does not know. */
  more: {
    attrs: { rest: {} },
    parseDOM: [{ tag: 'span[data-rest]', getAttrs: restIn }],
    toDOM: (mark) => ['span', kept('rest', mark.attrs.rest), 0],
  },
};

export const schema = new Schema({ nodes, marks });

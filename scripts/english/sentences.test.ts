import { countWords, sentencesOf } from './sentences';
import { textsOf } from './texts';

const texts = (text: string): string[] => sentencesOf(text).map((sentence) => sentence.text);

describe('sentences', () => {
  it.each([
    ['two sentences', 'A row is read. A link is written.', ['A row is read.', 'A link is written.']],
    ['a sentence over two lines', 'A row\nis read. Next.', ['A row is read.', 'Next.']],
    ['abbreviations', 'Words, e.g. names, i.e. texts, stay.', ['Words, e.g. names, i.e. texts, stay.']],
    ['numbers and versions', 'Needs Node 20.15 or newer.', ['Needs Node 20.15 or newer.']],
    [
      'file names',
      'See core/index.ts and `a.b. C`. Then go.',
      ['See core/index.ts and `a.b. C`.', 'Then go.'],
    ],
    ['a sentence that begins with code', 'It ends. `next` begins.', ['It ends.', '`next` begins.']],
    ['a sentence in brackets', '(It ends.) It begins.', ['(It ends.)', 'It begins.']],
    ['paragraphs without a full stop', 'One\n\nTwo', ['One', 'Two']],
    ['list items', 'Names:\n- one\n  goes on\n- two', ['Names:', 'one goes on', 'two']],
    ['numbered items', '1. one\n2. two', ['one', 'two']],
    ['headings', '# Title\nText', ['Title', 'Text']],
    ['fenced code', 'Before\n```\nconst a. B\n```\nAfter', ['Before', 'After']],
    ['indented code', 'Before\n  SELECT a FROM b\nAfter', ['Before', 'After']],
    [
      'tags of JSDoc',
      'Reads.\n@param name The name.\n@returns The row.',
      ['Reads.', 'The name.', 'The row.'],
    ],
  ])('cuts %s', (_, text, expected) => {
    expect(texts(text)).toEqual(expected);
  });

  it('names the line on which a sentence begins', () => {
    expect(sentencesOf('One.\nTwo\nends. Three.').map(({ line }) => line)).toEqual([0, 1, 2]);
  });

  it.each([
    ['a few words', 3],
    ['`SELECT a FROM b` is code', 3],
    ['one → two = three', 3],
    ['[a link](https://example.com/a b) here', 3],
  ])('counts the words of %s', (text, expected) => {
    expect(countWords(text)).toBe(expected);
  });
});

describe('texts', () => {
  it('finds comments and literals of TypeScript, and nothing else', () => {
    const source = [
      '// One',
      '// text.',
      'const a = "// literal"; // trailing',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template
      'const b = `head ${a /* inside */} tail`;',
      '/**',
      ' * Block.',
      ' */',
      'const c = /\\/\\/ pattern/;',
    ].join('\n');
    const found = textsOf('a.ts', source).map(({ kind, line, text }) => [kind, line, text.trim()]);
    expect(found).toEqual([
      ['comment', 1, 'One\ntext.'],
      ['comment', 3, 'trailing'],
      ['comment', 4, 'inside'],
      ['comment', 5, 'Block.'],
      ['string', 3, '// literal'],
      ['string', 4, 'head'],
      ['string', 4, 'tail'],
    ]);
  });

  it('finds prose and tables of Markdown, and no code', () => {
    const found = textsOf('a.md', 'Text\n```\ncode\n```\n| a | b |\n<!-- note -->\nMore');
    expect(found.map(({ kind, line, text }) => [kind, line, text.split('\n').filter(Boolean)])).toEqual([
      ['prose', 1, ['Text', 'More']],
      ['table', 5, ['| a | b |']],
    ]);
  });
});

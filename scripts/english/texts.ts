// The English in a file: comments and string literals of TypeScript, prose and tables of Markdown.
import ts from 'typescript';

export interface Text {
  readonly kind: 'comment' | 'prose' | 'table' | 'string';
  /** The line of the file on which the text begins, from 1. */
  readonly line: number;
  readonly text: string;
}

export function textsOf(file: string, content: string): Text[] {
  return file.endsWith('.md') ? textsOfMarkdown(content) : textsOfTypeScript(file, content);
}

function textsOfTypeScript(file: string, content: string): Text[] {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.ES2022, true);
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line + 1;
  const comments = new Map<number, number>();
  const strings: Text[] = [];
  const visit = (node: ts.Node): void => {
    for (const range of [
      ...(ts.getLeadingCommentRanges(content, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(content, node.end) ?? []),
    ])
      comments.set(range.pos, range.end);
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      strings.push({ kind: 'string', line: lineOf(node.getStart(source)), text: node.text });
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  const found = [...comments].sort(([a], [b]) => a - b);
  return [...blocksOf(content, found, lineOf), ...strings];
}

/** `//` lines below each other are one text; a comment behind code is a text of its own. */
function blocksOf(
  content: string,
  ranges: readonly [number, number][],
  lineOf: (position: number) => number,
): Text[] {
  const blocks: { line: number; lines: string[]; isOpen: boolean }[] = [];
  for (const [start, end] of ranges) {
    const raw = content.slice(start, end);
    const line = lineOf(start);
    const last = blocks.at(-1);
    const isLine = raw.startsWith('//');
    const isAlone = content.slice(content.lastIndexOf('\n', start) + 1, start).trim() === '';
    if (isLine && isAlone && last?.isOpen && last.line + last.lines.length === line)
      last.lines.push(raw.replace(/^\/\/ ?/, ''));
    else
      blocks.push({
        line,
        lines: isLine ? [raw.replace(/^\/\/ ?/, '')] : linesOfBlock(raw),
        isOpen: isLine && isAlone,
      });
  }
  return blocks.map(({ line, lines }) => ({ kind: 'comment', line, text: lines.join('\n') }));
}

const linesOfBlock = (raw: string): string[] =>
  raw
    .replace(/^\/\*+ ?/, '')
    .replace(/\s*\*\/$/, '')
    .split('\n')
    .map((line) => line.replace(/^\s*\* ?/, ''));

/** Prose keeps its line numbers: code and tables become empty lines. HTML comments are left out. */
function textsOfMarkdown(content: string): Text[] {
  const tables: Text[] = [];
  let isFenced = false;
  const prose = content
    .replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ''))
    .split('\n')
    .map((line, index) => {
      const isFence = /^\s*(```|~~~)/.test(line);
      if (isFence) isFenced = !isFenced;
      if (isFence || isFenced) return '';
      if (!line.startsWith('|')) return line;
      tables.push({ kind: 'table', line: index + 1, text: line });
      return '';
    });
  return [{ kind: 'prose', line: 1, text: prose.join('\n') }, ...tables];
}

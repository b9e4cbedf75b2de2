// Mail templates: `{{name}}` is replaced by a value. There are no expressions and no code.
import { type EmailContent, type Mistake, StartupError } from '../../core';

type Values = Readonly<Record<string, string>>;
type Fill = (values: Values) => string;

export function compileTemplate(
  where: string,
  { subject, text, html }: EmailContent,
  names: readonly string[],
): (values: Values) => EmailContent {
  const mistakes: Mistake[] = [];
  const part = (at: string, source: string, spell: (value: string) => string): Fill =>
    compile(source, names, spell, (message) => mistakes.push({ where, at, message }));
  const parts = {
    subject: part('subject', subject, (value) => value.replace(/\s+/g, ' ')),
    text: part('text', text, (value) => value),
    html: html === undefined ? null : part('html', html, escapeHtml),
  };
  if (mistakes.length > 0) throw new StartupError('A mail template is invalid:', mistakes);
  return (values) => ({
    subject: parts.subject(values),
    text: parts.text(values),
    ...(parts.html ? { html: parts.html(values) } : {}),
  });
}

/** Splits the template once. A placeholder inside a value is not replaced. */
function compile(
  source: string,
  names: readonly string[],
  spell: (value: string) => string,
  fail: (message: string) => void,
): Fill {
  const pieces = source
    .split(/\{\{(.*?)\}\}/s)
    .map((piece, index) => (index % 2 === 0 ? piece : piece.trim()));
  for (const [index, name] of pieces.entries())
    if (index % 2 === 1 && !names.includes(name))
      fail(
        `unknown placeholder {{${name}}}; known: ${names.map((known) => `{{${known}}}`).join(', ') || 'none'}`,
      );
  return (values) =>
    pieces.map((piece, index) => (index % 2 === 0 ? piece : spell(values[piece] ?? ''))).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

// The page that a browser gets for `GET /` in development: links, first requests, the command for a token.
import type { RequestContext } from '../http/request/context';
import { applicationName, linksOf, openAddressOf, quireVersion } from './about';
import type { Kernel, MayRead } from './app';
import { firstRequests, mayRead, TOKEN_COMMAND } from './first-requests';

export async function firstPage(kernel: Kernel, request: RequestContext): Promise<string> {
  const may = mayRead(kernel, request);
  const name = escaped(applicationName(kernel.dir));
  const requests = await firstRequests(kernel, may);
  const { prefix } = kernel.config.api.rest;
  const isAlone = kernel.schema.types.size === 0;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${name}</title><link rel="icon" href="/favicon.ico"><style>${STYLE}</style></head><body><main>`,
    `<h1>${name}</h1>`,
    `<p>The API is at <code>${escaped(openAddressOf(kernel) + prefix)}</code>. Quire ${quireVersion()}, ${escaped(kernel.environment)}.</p>`,
    ...(await linkList(kernel, may)),
    ...(requests.length > 0 ? ['<h2>First requests</h2>', ...requests.map(command)] : []),
    ...(isAlone ? ['<h2>First content type</h2>', command('npx quire create type product')] : []),
    ...(kernel.commands.has('token')
      ? [
          '<h2>A token for a program</h2>',
          command(TOKEN_COMMAND),
          '<p>Send it as <code>Authorization: Bearer SECRET</code>.</p>',
        ]
      : []),
    '</main></body></html>',
  ].join('\n');
}

/** A link that the visitor may not open is text, with the command that opens it. */
async function linkList(kernel: Kernel, may: MayRead): Promise<string[]> {
  const items: string[] = [];
  for (const [name, path] of Object.entries(linksOf(kernel))) {
    const action =
      kernel.routes.find(({ definition }) => definition.path === path)?.definition.action ?? null;
    const isOpen = action === null || (await may(action));
    const link = isOpen ? `<a href="${escaped(path)}">${escaped(path)}</a>` : `<code>${escaped(path)}</code>`;
    const how = kernel.commands.has('role')
      ? `; open it with <code>npx quire role grant public ${escaped(action ?? '')}</code>`
      : '';
    items.push(`<li>${escaped(name)}: ${link}${isOpen ? '' : ` needs a permission${how}`}</li>`);
  }
  return items.length === 0 ? [] : ['<h2>Pages</h2>', `<ul>${items.join('')}</ul>`];
}

const command = (text: string): string => `<pre><code>${escaped(text)}</code></pre>`;

const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

const STYLE = [
  ':root { color-scheme: light dark; --line: #d5dbe5; --back: #f4f6fa; --link: #1f4b99 }',
  '@media (prefers-color-scheme: dark) { :root { --line: #3a4150; --back: #1c212b; --link: #8db4ff } body { background: #12151c; color: #e6e9ef } }',
  'body { margin: 0; font: 16px/1.5 system-ui, sans-serif }',
  'main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 3rem }',
  'h1 { margin: 0; font-size: 1.6rem; overflow-wrap: anywhere } h2 { margin: 1.8rem 0 .4rem; font-size: 1.1rem }',
  'a { color: var(--link) } ul { margin: 0; padding-left: 1.2rem }',
  'code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere }',
  'pre { margin: .4rem 0; padding: .6rem .8rem; background: var(--back); border: 1px solid var(--line); border-radius: 6px; white-space: pre-wrap }',
].join('\n');

// The blocks of code of a page in docs/, and the plugins that they export.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import * as core from '../core';
import type { AnyPlugin } from '../core/kernel/app/plugin';

interface Block {
  readonly language: string;
  readonly text: string;
}

const DOCS = join(resolve(__dirname, '..', '..'), 'docs');

/** A page of docs/, such as `testing.md`; of a folder such as `plugins`, the text of all its pages. */
export const readPage = (name: string): string =>
  name.endsWith('.md')
    ? readFileSync(join(DOCS, name), 'utf8')
    : readdirSync(join(DOCS, name))
        .sort()
        .map((page) => readFileSync(join(DOCS, name, page), 'utf8'))
        .join('\n');

export const blocksOf = (page: string): Block[] =>
  [...page.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', text = '']) => ({
    language,
    text,
  }));

/** The plugin of this name that a block of the page, or of a page in the folder, exports. */
export function pluginOfPage(page: string, name: string): AnyPlugin {
  const block = blocksOf(readPage(page)).find(({ text }) => text.includes(`name: '${name}'`));
  const { outputText } = ts.transpileModule(block?.text ?? '', {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const module: { exports: { default?: AnyPlugin } } = { exports: {} };
  const load = (from: string): unknown => (from === 'quire-cms' ? core : require(from));
  new Function('module', 'exports', 'require', outputText)(module, module.exports, load);
  const plugin = module.exports.default;
  if (!plugin) throw new Error(`no block of docs/${page} exports the plugin ${name}`);
  return plugin;
}

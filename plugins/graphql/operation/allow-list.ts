// The operations that clients may run: files of a folder, read and checked once at startup. A file is one document, or the manifest of a
// code generator.
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { check, type Mistake, StartupError } from '../../../core';
import { type AllowList, sha256 } from '../transport/persisted-operations';
import type { ParseDocument } from './parsed-documents';

/** `dir`: the application's folder. Throws a StartupError that lists every operation that cannot run. */
export function readAllowList(dir: string, folder: string, parse: ParseDocument): AllowList {
  const root = resolve(dir, folder);
  const mistakes: Mistake[] = [];
  const byId = new Map<string, string>();
  const texts = new Map<string, string>();
  for (const file of filesOf(root, folder)) {
    const where = join(folder, file);
    const operations = operationsOf(file, readFileSync(join(root, file), 'utf8'));
    if (operations === null) mistakes.push({ where, message: MANIFEST });
    for (const { id, text } of operations ?? []) {
      const parsed = parse(text);
      if (!('document' in parsed)) {
        for (const { message } of parsed) mistakes.push({ where, at: id, message });
        continue;
      }
      if ((byId.get(id) ?? text) !== text)
        mistakes.push({ where, at: id, message: 'another operation has this id; give each its own' });
      byId.set(id, text);
      texts.set(text.trim(), text);
    }
  }
  if (mistakes.length > 0) throw new StartupError('Operations of graphql.allowList cannot run:', mistakes);
  if (byId.size === 0)
    throw new StartupError(
      `The folder ${root} of graphql.allowList has no operations; add .graphql files or a manifest, or remove the key`,
    );
  return { byId, texts };
}

function filesOf(root: string, folder: string): string[] {
  try {
    return readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => KINDS.has(extname(file)))
      .sort();
  } catch {
    throw new StartupError(
      `graphql.allowList names the folder "${folder}", but ${root} cannot be read; create it, or change the key`,
    );
  }
}

const DOCUMENTS: ReadonlySet<string> = new Set(['.graphql', '.gql']);
const KINDS: ReadonlySet<string> = new Set([...DOCUMENTS, '.json']);
const MANIFEST =
  'expected the persisted documents of GraphQL Code Generator ({ "id": "text" }) or a manifest of Apollo ({ "operations": [{ "id", "body" }] })';

interface Listed {
  readonly id: string;
  readonly text: string;
}

/** null: the manifest has another form. The id of a document is the SHA-256 of the file, or of its trimmed text. */
function operationsOf(file: string, content: string): readonly Listed[] | null {
  if (DOCUMENTS.has(extname(file)))
    return [...new Set([content, content.trim()])].map((text) => ({ id: sha256(text), text: content }));
  const manifest = parsedJson(content);
  if (!check.isPlainObject(manifest)) return null;
  const { operations } = manifest;
  const pairs = Array.isArray(operations)
    ? operations.map((each) => (check.isPlainObject(each) ? [each.id, each.body] : []))
    : Object.entries(manifest);
  const found = pairs.flatMap(([id, text]) =>
    typeof id === 'string' && typeof text === 'string' ? [{ id, text }] : [],
  );
  return found.length === pairs.length ? found : null;
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

// The application whose routes and hooks the tables of the documentation describe: one type of each kind, one operation, and plugins.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKernel } from '../core/create-kernel';
import type { Kernel } from '../core/kernel/app/kernel';
import { definePlugin } from '../core/kernel/app/plugin';

/** `/api/things` → `/api/:plural`: the words of all applications. */
export const general = (path: string): string =>
  path
    .replace(/\/api\.thing\.thing(?=\/|$)/, '/:collection')
    .replace(/\/api\.solo\.solo(?=\/|$)/, '/:single')
    .replace(/\/things(?=\/|$)/, '/:plural')
    .replace(/\/solo(?=\/|$)/, '/:singular')
    .replace(/\/actions\/act$/, '/actions/:operation');

const ACTING = definePlugin({
  name: 'acting',
  register: ({ operations }) => operations.add({ name: 'act', run: async () => undefined }),
});

export async function kernelWith(
  plugins: readonly string[],
  disabled: readonly string[] = [],
): Promise<Kernel> {
  const dir = mkdtempSync(join(tmpdir(), 'quire-docs-'));
  try {
    mkdirSync(join(dir, 'config', 'content-types'), { recursive: true });
    write(join(dir, 'config', 'content-types', 'thing.json'), {
      info: { singularName: 'thing', pluralName: 'things' },
      attributes: {},
    });
    write(join(dir, 'config', 'content-types', 'solo.json'), {
      kind: 'singleType',
      info: { singularName: 'solo', pluralName: 'solos' },
      attributes: {},
    });
    const entries = [...plugins.map((name) => [name, true]), ...disabled.map((name) => [name, false])];
    write(join(dir, 'config', 'plugins.json'), Object.fromEntries(entries));
    const overrides = { server: { logs: { level: 'silent' } } };
    return await createKernel({ dir, env: {}, overrides, plugins: [ACTING] });
  } finally {
    rmSync(dir, { recursive: true });
  }
}

const write = (file: string, value: unknown): void => writeFileSync(file, JSON.stringify(value));

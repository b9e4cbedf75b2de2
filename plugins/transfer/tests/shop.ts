// Applications with the content types of the conformance suite: full ones have the recorded content of plugins/strapi-import.

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { AnyPlugin } from '../../../core';
import { createTestApp, runCommand, type TestApp, type TestDatabase } from '../../../core/testing';
import { temporary } from '../../../core/testing/temporary';

const ROOT = join(__dirname, '..', '..', '..', '..');
const RECORDED = join(ROOT, 'plugins', 'strapi-import', 'tests', 'recorded', 'export.tar.gz');
/** Types that the recorded content does not have. */
const LATER = [join('api', 'pointer'), join('api', 'sample'), join('shared', 'pin.json')];

export interface ShopOptions {
  readonly database?: TestDatabase;
  readonly env?: Readonly<Record<string, string>>;
  readonly plugins?: Readonly<Record<string, unknown>>;
  /** Plugins of the test. */
  readonly extra?: readonly AnyPlugin[];
}

export async function emptyShop({
  database = 'sqlite',
  env = {},
  plugins = {},
  extra = [],
}: ShopOptions = {}): Promise<TestApp> {
  const folder = temporary();
  cpSync(join(ROOT, 'conformance', 'schema', 'src'), join(folder, 'src'), {
    recursive: true,
    filter: (path) => !LATER.some((name) => path.endsWith(name)),
  });
  return createTestApp({
    application: folder,
    database,
    plugins: extra,
    env: { JWT_SECRET: 'Zk3vQ9mT1xYb7LhW5nRc8DfG2sJpA4uE', ...env },
    config: {
      plugins: {
        rest: true,
        i18n: true,
        'draft-and-publish': true,
        'users-permissions': true,
        'api-tokens': true,
        upload: true,
        'strapi-import': true,
        transfer: true,
        ...plugins,
      },
    },
  });
}

export async function fullShop(options: ShopOptions = {}): Promise<TestApp> {
  const shop = await emptyShop(options);
  await expectDone(shop, 'import-strapi', RECORDED);
  await expectDone(shop, 'token', 'create', '--name', 'build', '--type', 'read-only');
  return shop;
}

/** The lines that the command printed; it must succeed. */
export async function expectDone(shop: TestApp, ...words: readonly string[]): Promise<readonly string[]> {
  const { code, lines } = await runCommand(shop.kernel, words);
  if (code !== 0) throw new Error(`quire ${words.join(' ')}: ${code}\n${lines.join('\n')}`);
  return lines;
}

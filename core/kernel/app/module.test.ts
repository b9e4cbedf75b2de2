// The order of modules is checked before anything starts.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKernel } from './kernel';
import { defineModule } from './module';

describe('modules', () => {
  let dir: string;
  beforeAll(() => {
    dir = mkdtempSync(join(tmpdir(), 'quire-modules-'));
  });
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  const store = defineModule({ name: 'store' });
  const shop = defineModule({ name: 'shop', needs: ['store'] });
  const kernelOf = (...modules: (typeof shop)[]) =>
    createKernel({ dir, env: { NODE_ENV: 'test' }, modules, writeLog: () => undefined });

  it.each([
    [
      'one that needs a later one',
      [shop, store],
      'The module "shop" needs the module "store". Put "store" before "shop" in the list of modules.',
    ],
    [
      'one that needs an absent one',
      [shop],
      'The module "shop" needs the module "store". Put "store" before "shop" in the list of modules.',
    ],
    [
      'one that stands twice',
      [store, shop, store],
      'The module "store" stands twice in the list of modules. Remove one of them.',
    ],
  ])('%s stops the start', async (_name, modules, message) => {
    await expect(kernelOf(...modules)).rejects.toThrow(message);
  });
});

// The temporary folder that requests of the same time share.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { enterSharedFolder, type SharedFolder } from './shared-folder';

const gone = async ({ path }: SharedFolder): Promise<void> => {
  while (existsSync(path)) await wait(10);
};

it('the last request removes the folder, also files that are left in it', async () => {
  const [first, second] = await Promise.all([enterSharedFolder(), enterSharedFolder()]);
  expect(first.path).toBe(second.path);
  writeFileSync(join(first.path, 'left'), '');
  first.leave();
  const third = await enterSharedFolder();
  expect(third.path).toBe(first.path);
  second.leave();
  await wait(50);
  expect(existsSync(first.path)).toBe(true);
  third.leave();
  await gone(first);
  const next = await enterSharedFolder();
  expect(existsSync(next.path)).toBe(true);
  next.leave();
  await gone(next);
});

it('a busy process begins a new folder after a hundred requests', async () => {
  const folders = await Promise.all(Array.from({ length: 101 }, enterSharedFolder));
  const last = folders.at(-1);
  expect(new Set(folders.map(({ path }) => path)).size).toBe(2);
  for (const folder of folders.slice(0, -1)) folder.leave();
  await gone(folders[0] as SharedFolder);
  expect(existsSync(last?.path ?? '')).toBe(true);
  last?.leave();
  await gone(last as SharedFolder);
});

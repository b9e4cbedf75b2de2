// Images of four columns in the media library, whose parts a test tells apart by their colours.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { STORED_FILES } from '../../plugins/upload';
import type { AdminInChromium } from './open-admin';

const SIZE = { width: 400, height: 200 };
export type Kind = 'png' | 'jpeg' | 'webp' | 'gif';

/** Four equal columns: red, green, blue, white. */
export const stripes = (type: Kind): Promise<Buffer> => {
  const colors = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 255],
  ];
  const bytes = Array.from({ length: SIZE.width * SIZE.height }, (_, pixel) => {
    return colors[Math.floor((pixel % SIZE.width) / 100)] ?? [];
  });
  return sharp(Buffer.from(bytes.flat()), { raw: { ...SIZE, channels: 3 } })
    .toFormat(type)
    .toBuffer();
};

export async function addStripes(
  { app }: AdminInChromium,
  name: string,
  type: Kind = 'png',
  info: object = {},
) {
  const path = join(app.dir, name);
  await writeFile(path, await stripes(type));
  return app.kernel.container.resolve(STORED_FILES).add(path, info as Record<string, unknown>);
}

/** Opens the dialog of a file. */
export async function openFile({ base }: AdminInChromium, page: Page, name: string): Promise<void> {
  await page.goto(`${base}/admin/media`);
  await page.locator('main button.tile', { hasText: name }).click();
}

export const button = (place: Page | Locator, name: string): Locator =>
  place.getByRole('button', { name, exact: true });

export const dialogOf = (page: Page, name: string): Locator =>
  page.getByRole('dialog', { name, exact: true });

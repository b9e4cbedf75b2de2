// What axe finds in a page, and how much wider than the window it is.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Wide and light, narrow and dark: where most faults are. */
const LOOKS = [
  [1280, 'light'],
  [320, 'dark'],
] as const;

/** Of the page in each look. */
export async function faultsInLooks(page: Page): Promise<readonly string[]> {
  const found: string[] = [];
  for (const [width, colorScheme] of LOOKS) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    found.push(...(await faultsOf(page)).map((fault) => `${width} px, ${colorScheme}: ${fault}`));
  }
  return found;
}

async function faultsOf(page: Page): Promise<readonly string[]> {
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    `axe.run({ resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })`,
  );
  return [
    ...(overflow > 0 ? [`${overflow} px too wide`] : []),
    ...violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`),
  ];
}

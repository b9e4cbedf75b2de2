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
export const faultsInLooks = (page: Page): Promise<readonly string[]> => faultsIn(page, LOOKS);

/** For a page that is looked at in each direction of writing: axe runs in one look of each. */
export const faultsInDirection = (page: Page, dir: 'ltr' | 'rtl'): Promise<readonly string[]> => {
  const [wide, narrow] = LOOKS;
  return faultsIn(page, dir === 'rtl' ? [wide] : [narrow], dir === 'rtl' ? narrow : wide);
};

type Look = (typeof LOOKS)[number];

async function faultsIn(page: Page, looks: readonly Look[], measured?: Look): Promise<readonly string[]> {
  const found: string[] = [];
  const look = async ([width, colorScheme]: Look, faults: () => Promise<readonly string[]>) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    // With the next frame, the page hears of its new size; after it, the page is drawn.
    await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
    found.push(...(await faults()).map((fault) => `${width} px, ${colorScheme}: ${fault}`));
  };
  if (measured) await look(measured, () => widthFault(page));
  for (const each of looks)
    await look(each, async () => [...(await widthFault(page)), ...(await axeFaults(page))]);
  return found;
}

async function widthFault(page: Page): Promise<readonly string[]> {
  const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  return overflow > 0 ? [`${overflow} px too wide`] : [];
}

async function axeFaults(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
    `axe.run({ resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })`,
  );
  return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
}

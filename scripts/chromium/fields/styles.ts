// How a person uses each style of field: enters a value, reads it, clears it, and enters it by keys.

import type { Locator, Page } from 'playwright-core';
import { until } from '../../../core/testing/until';

export interface FieldStyle {
  /** The element that keys go to. */
  target(box: Locator): Locator;
  /** Enters a value into an empty field. */
  enter(box: Locator, typed: string): Promise<void>;
  shown(box: Locator): Promise<unknown>;
  clear(box: Locator): Promise<void>;
  /** The element with the focus belongs to the field. */
  keys(page: Page, typed: string): Promise<void>;
  /** The stored value, as `FieldKind.stored` has it. */
  plain?(value: unknown): unknown;
}

export type StyleName =
  | 'text'
  | 'password'
  | 'moment'
  | 'json'
  | 'select'
  | 'choices'
  | 'blocks'
  | 'links'
  | 'files'
  | 'entries'
  | 'zone';

const input = (box: Locator): Locator => box.locator('input, textarea');
const listed = (typed: string): readonly string[] => typed.split(',');

const text: FieldStyle = {
  target: input,
  enter: (box, typed) => input(box).fill(typed),
  shown: (box) => input(box).inputValue(),
  clear: (box) => input(box).fill(''),
  keys: (page, typed) => page.keyboard.type(typed),
};

const moment: FieldStyle = {
  ...text,
  keys: (page, typed) => pressEach(page, typed),
};

/** `|` is the key Tab. */
export async function pressEach(page: Page, keys: Iterable<string>): Promise<void> {
  for (const key of keys) {
    if (key.length === 1 && key !== '|') await page.keyboard.type(key);
    else await page.keyboard.press(key === '|' ? 'Tab' : key);
  }
}

const json: FieldStyle = {
  ...text,
  async shown(box) {
    const shown = await input(box).inputValue();
    return shown === '' ? '' : JSON.stringify(JSON.parse(shown));
  },
};

const select: FieldStyle = {
  target: (box) => box.locator('select'),
  enter: async (box, typed) => void (await box.locator('select').selectOption(typed)),
  shown: (box) => box.locator('select').inputValue(),
  clear: async (box) => void (await box.locator('select').selectOption('')),
  keys: (page, typed) => page.keyboard.type(typed),
};

const choices: FieldStyle = {
  target: input,
  enter: (box, typed) => box.getByLabel(typed, { exact: true }).check(),
  shown: (box) => box.locator('label:has(input:checked)').textContent(),
  clear: (box) => box.getByLabel('Not set').check(),
  keys: (page, typed) => page.keyboard.press(typed),
};

const area = (box: Locator): Locator => box.getByRole('textbox');
const blocks: FieldStyle = {
  target: area,
  async enter(box, typed) {
    await area(box).click();
    await area(box).pressSequentially(typed);
  },
  shown: async (box) => (await area(box).textContent())?.trim(),
  async clear(box) {
    await area(box).press('Control+a');
    await area(box).press('Delete');
  },
  keys: (page, typed) => page.keyboard.type(typed),
};

/** Removes the entries of a list, one after another. */
async function removeAll(box: Locator): Promise<void> {
  const bins = box.getByRole('button', { name: /^Remove / });
  for (let left = await bins.count(); left > 0; left = await bins.count()) {
    await bins.last().click();
    await bins.nth(left - 1).waitFor({ state: 'detached' });
  }
}

const links: FieldStyle = {
  target: (box) => box.getByRole('combobox'),
  async enter(box, typed) {
    for (const name of listed(typed)) {
      await box.getByRole('combobox').pressSequentially(name.slice(0, 4));
      await box.getByRole('option', { name }).click();
    }
  },
  shown: async (box) => (await box.locator('.chip > a').allTextContents()).join(),
  clear: removeAll,
  async keys(page, typed) {
    for (const name of listed(typed)) {
      await page.keyboard.type(name.slice(0, 4));
      await page.getByRole('option', { name }).waitFor();
      await page.keyboard.press('Enter');
    }
  },
  plain: (value) => namesIn(value, 'name'),
};

const files: FieldStyle = {
  target: (box) => box.locator('.media > button'),
  async enter(box, typed) {
    for (const name of listed(typed)) {
      await box.getByRole('button', { name: /file$/ }).click();
      const dialog = box.page().getByRole('dialog');
      const tile = dialog.getByRole('button', { name });
      const many = (await tile.getAttribute('aria-pressed')) !== null;
      await tile.click();
      if (many) await dialog.getByRole('button', { name: 'Add 1 file' }).click();
    }
  },
  shown: async (box) => (await box.locator('.tile > [aria-haspopup]').allTextContents()).join(),
  clear: removeAll,
  async keys(page, typed) {
    for (const name of listed(typed)) {
      // A closed dialog gives the focus back to the button, a moment later.
      await until(async () => (await focused(page)).endsWith('file'));
      await page.keyboard.press('Enter');
      const tile = page.getByRole('dialog').getByRole('button', { name });
      await tile.waitFor();
      await tabUntil(page, async () => (await focused(page)).startsWith(name));
      const many = (await tile.getAttribute('aria-pressed')) !== null;
      await page.keyboard.press('Enter');
      if (many) {
        await tabUntil(page, async () => (await focused(page)).startsWith('Add 1 file'));
        await page.keyboard.press('Enter');
      }
      await tile.waitFor({ state: 'detached' });
    }
  },
  plain: (value) => namesIn(value, 'name'),
};

const words = (box: Locator): Locator => box.getByLabel('Words');
const entries: FieldStyle = {
  target: (box) => box.locator('> .entries > button'),
  async enter(box, typed) {
    for (const each of listed(typed)) {
      await box.getByRole('button', { name: /^Add / }).click();
      await words(box).last().fill(each);
    }
  },
  async shown(box) {
    const closed = box.locator('.entry-head [aria-expanded=false]');
    while ((await closed.count()) > 0) await closed.first().click();
    const found = await words(box).all();
    return (await Promise.all(found.map((each) => each.inputValue()))).join();
  },
  clear: removeAll,
  keys: (page, typed) => addByKeys(page, typed, []),
  plain: (value) => namesIn(value, 'words'),
};

const zone: FieldStyle = {
  ...entries,
  async enter(box, typed) {
    for (const each of listed(typed)) {
      await box.getByRole('button', { name: 'Add section' }).click();
      await box.getByRole('button', { name: 'Pair', exact: true }).click();
      await words(box).last().fill(each);
    }
  },
  // The first kind has the focus.
  keys: (page, typed) => addByKeys(page, typed, ['Enter']),
};

/** A new entry has the focus in its first field. */
async function addByKeys(page: Page, typed: string, choose: readonly string[]): Promise<void> {
  for (const [index, each] of listed(typed).entries()) {
    if (index > 0) await tabUntil(page, async () => (await focused(page)).startsWith('Add'));
    for (const key of ['Enter', ...choose]) await page.keyboard.press(key);
    await page.locator('.field[data-name=words] input:focus').waitFor();
    await page.keyboard.type(each);
  }
}

/** What has the focus: the text of a button or a link, or the kind of the element. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `(() => { const { activeElement: it } = document;
      return it.getAttribute('aria-label') || it.innerText?.trim() || it.tagName; })()`,
  );

/** No field of the page has more elements. */
const MOST_TABS = 80;

export async function tabUntil(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let count = 0; count < MOST_TABS; count += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the key Tab does not reach it; the focus is on: ${await focused(page)}`);
}

const namesIn = (value: unknown, key: string): string =>
  [value ?? []]
    .flat()
    .map((each) => String((each as Record<string, unknown>)[key]))
    .join();

export const STYLES: Readonly<Record<StyleName, FieldStyle>> = {
  text,
  password: { ...text, plain: () => null },
  moment,
  json,
  select,
  choices,
  blocks,
  links,
  files,
  entries,
  zone,
};

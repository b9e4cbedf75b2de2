// Runs a plan, and compares the stored document with what was typed.
import type { Browser, Page } from 'playwright-core';
import { type Editor, openEditor } from './editor';
import { createLedger } from './ledger';
import { EDITORS, type EditorName, type Plan, type Step } from './plan';
import { randomOf } from './random';
import type { Site } from './site';

/** Answers and saves until both pages have saved. More than any plan needs. */
const ROUNDS = 40;

export interface Surroundings {
  readonly browser: Browser;
  readonly site: Site;
}

/** Returns what is wrong. */
export async function runPlan(
  { seed, steps }: Plan,
  { browser, site }: Surroundings,
): Promise<readonly string[]> {
  const ledger = createLedger();
  const random = randomOf(seed + 1_000_000);
  const documentId = await site.newNote();
  const problems: string[] = [];
  const watch = (page: Page): void => void page.on('pageerror', ({ message }) => problems.push(message));
  const editors = {} as Record<EditorName, Editor>;
  for (const name of EDITORS)
    editors[name] = await openEditor(name, { browser, site, ledger, random, documentId, watch });

  const heal = async (): Promise<void> => {
    await site.start();
    for (const name of EDITORS) {
      await editors[name].suffer(null);
      await site.mayUpdate(name, true);
    }
  };
  const perform = async (step: Step): Promise<void> => {
    if (step.kind === 'kill') return site.kill();
    if (step.kind === 'heal') return heal();
    const editor = editors[step.by];
    // The page itself comes from the server.
    if (step.kind === 'crash' || step.kind === 'reload' || step.kind === 'leave') await heal();
    switch (step.kind) {
      case 'type':
        problems.push(...(await editor.type(step.field, step.count)));
        return;
      case 'offline':
      case 'busy':
      case 'lost':
        return editor.suffer(step.kind);
      case 'revoke':
        return site.mayUpdate(step.by, false);
      case 'logout':
        if (site.isUp()) await editor.logOut();
        return;
      default:
        return editor[step.kind]();
    }
  };

  try {
    for (const step of steps) {
      for (const name of EDITORS) await editors[name].answer();
      await perform(step);
    }
    await heal();
    problems.push(...(await settle(editors)));
    problems.push(...ledger.missingIn(await site.textOf(documentId)).map((sign) => `lost: ${sign}`));
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
    await heal();
  } finally {
    for (const name of EDITORS) await editors[name].close();
  }
  return problems;
}

async function settle(editors: Readonly<Record<EditorName, Editor>>): Promise<readonly string[]> {
  const states = async (): Promise<readonly string[]> =>
    Promise.all(EDITORS.map(async (name) => `${name}: ${await editors[name].state()}`));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of EDITORS) await editors[name].answer();
    if ((await states()).every((state) => state.endsWith('saved'))) return [];
    for (const name of EDITORS) await editors[name].save();
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  return [`not saved at the end: ${(await states()).join('; ')}`];
}

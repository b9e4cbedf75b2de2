// The words of the matrix: screens, what they show, and the requests that their buttons send.
import type { Locator, Page } from 'playwright-core';
import type { HttpRequest } from './requests';
import type { Site } from './site';

type Role =
  | 'button'
  | 'checkbox'
  | 'group'
  | 'link'
  | 'combobox'
  | 'option'
  | 'textbox'
  | 'heading'
  | 'columnheader';

/** Something that a person sees, by its role and its name. A name that is a text is the whole name. `label`: of an input for files. */
export type Part = readonly [role: Role | 'label', name: string | RegExp];

/** What a role without the action does not see on the screen, and what the server refuses. */
export interface Pair {
  readonly action: string;
  /** `closed`: the address of the screen shows a sentence. */
  readonly hides: 'closed' | readonly Part[];
  /** The request of the hidden part. It may need a document of its own. */
  readonly request: (site: Site) => HttpRequest | Promise<HttpRequest>;
  /** The answer without the action; default: 403. */
  readonly status?: number;
}

export interface Screen {
  readonly name: string;
  /** Below /admin/. */
  readonly address: (site: Site) => string;
  /** The name of its link in the rail, which a role without one of `closed` does not see. */
  readonly link?: string;
  /** Leads to the parts, such as by a menu. */
  readonly act?: (page: Page) => Promise<unknown>;
  readonly pairs: readonly Pair[];
}

export const button = (name: string | RegExp): Part => ['button', name];

export const link = (name: string | RegExp): Part => ['link', name];

export const locate = (page: Page, [role, name]: Part): Locator =>
  role === 'label'
    ? page.getByLabel(name, { exact: typeof name === 'string' })
    : page.getByRole(role, { name, exact: typeof name === 'string' });

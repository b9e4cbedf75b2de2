// Addresses of screens: everything of a screen is in the address, so each can be shared and opened again.
import { computed, signal } from '@preact/signals';
import { path } from './data/place';
import { decoded } from './data/query';
import { addEntry, enterEntry, leaveEntry } from './scroll';

export const address = signal(location.pathname + location.search);

/** The parts below /admin: `/admin/types/api::a.a/x` → ['types', 'api::a.a', 'x']. */
export const steps = computed(() => {
  const [pathname = ''] = address.value.split('?');
  return pathname
    .slice(path.length)
    .split('/')
    .filter((step) => step !== '')
    .map((step) => decoded(step) ?? step);
});
export const search = computed(() => new URLSearchParams(address.value.split('?')[1] ?? ''));

export function go(to: string, replace = false): void {
  if (replace) history.replaceState(history.state, '', to);
  else addEntry(to);
  address.value = to;
}

/** Changes some parameters of the address. An empty value removes one. `isReplacing`: Back does not return to the former address. */
export function setSearch(changes: Readonly<Record<string, string | null>>, isReplacing = false): void {
  const next = new URLSearchParams(search.value);
  for (const [name, value] of Object.entries(changes))
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  const query = next.toString();
  go(`${address.value.split('?')[0]}${query === '' ? '' : `?${query}`}`, isReplacing);
}

window.addEventListener('popstate', ({ state }) => {
  leaveEntry();
  address.value = location.pathname + location.search;
  enterEntry(state);
});

/** Links of the admin change the screen without a new page. */
document.addEventListener('click', (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  const link = (event.target as Element | null)?.closest?.('a[href]');
  if (!(link instanceof HTMLAnchorElement) || link.target !== '' || link.origin !== location.origin) return;
  if (!link.pathname.startsWith(`${path}/`) && link.pathname !== path) return;
  event.preventDefault();
  go(link.pathname + link.search);
});

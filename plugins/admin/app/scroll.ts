// The scroll position of each entry of the browser's history: a person who goes back to a list sees the same rows again. The browser
// cannot do this, because it scrolls before the rows are read.

/** The state of an entry. */
interface Entry {
  readonly entry: number;
}

const KEY = 'quire-scroll';
/** Entries that are remembered over a reload. */
const MOST = 100;
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

history.scrollRestoration = 'manual';
const positions = stored();
/** A number that no entry of a former page has. */
let last = Date.now();
let here = entryOf(history.state) ?? name();
/** The position that the page is not long enough for yet. */
let awaited: number | null = null;
let stop = (): void => undefined;

hold(positions.get(here) ?? 0);
window.addEventListener('pagehide', () => {
  leaveEntry();
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...positions].slice(-MOST)));
  } catch {
    // The browser stores nothing: the next page starts at its top.
  }
});

function stored(): Map<number, number> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [number, number][]);
  } catch {
    return new Map();
  }
}

function entryOf(state: unknown): number | null {
  return typeof state === 'object' && state !== null && 'entry' in state ? Number(state.entry) : null;
}

/** Numbers the entry that the browser shows. */
function name(): number {
  last++;
  history.replaceState({ entry: last } satisfies Entry, '');
  return last;
}

/** Before the browser shows another entry. */
export function leaveEntry(): void {
  const position = awaited ?? scrollY;
  stop();
  // The latest entries are the last ones.
  positions.delete(here);
  positions.set(here, position);
}

/** Adds an entry. */
export function addEntry(to: string): void {
  const isOther = to.split('?')[0] !== location.pathname;
  leaveEntry();
  last++;
  here = last;
  history.pushState({ entry: here } satisfies Entry, '', to);
  if (isOther) scrollTo(0, 0);
}

/** After the browser has gone back or forward. */
export function enterEntry(state: unknown): void {
  const entry = entryOf(state);
  here = entry ?? name();
  // An entry without a number is new: the browser has followed a link to a part of the page.
  if (entry !== null) hold(positions.get(here) ?? 0);
}

/** Scrolls as soon as the page is long enough, unless the person acts before. */
function hold(position: number): void {
  const observer = new ResizeObserver(() => {
    scrollTo(0, position);
    if (Math.abs(scrollY - position) < 1) stop();
  });
  awaited = position;
  stop = () => {
    observer.disconnect();
    for (const act of ACTS) removeEventListener(act, stop);
    awaited = null;
    stop = () => undefined;
  };
  for (const act of ACTS) addEventListener(act, stop, { passive: true });
  observer.observe(document.body);
}

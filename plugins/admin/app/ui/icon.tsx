// Icons as paths of 16 by 16 points. Fonts lack some of the signs.
const PATHS = {
  plus: 'M8 3v10M3 8h10',
  check: 'M3 8.5l3.5 3.5L13 4.5',
  close: 'M4 4l8 8M12 4l-8 8',
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
  right: 'M6 3l5 5-5 5',
  unfold: 'M3 6l5 5 5-5',
  left: 'M10 3L5 8l5 5',
  menu: 'M2 4h12M2 8h12M2 12h12',
  search: 'M7 12A5 5 0 107 2a5 5 0 000 10zM11 11l3 3',
  copy: 'M5 5V2h9v9h-3M2 5h9v9H2z',
  bin: 'M3 4h10M6 4V2h4v2M4 4l1 10h6l1-10',
  bullets: 'M6 4h8M6 8h8M6 12h8M2.5 4h.1M2.5 8h.1M2.5 12h.1',
  numbers: 'M7 4h7M7 8h7M7 12h7M2 3l1.5-1v4.5M2 10h2.5L2 13.5h2.5',
  indent: 'M2 2h12M8 6h6M8 10h6M2 14h12M2 5.5L5 8l-3 2.5',
  outdent: 'M2 2h12M8 6h6M8 10h6M2 14h12M5 5.5L2 8l3 2.5',
  folder: 'M2 4h4l2 2h6v7H2z',
  draft: 'M8 14A6 6 0 108 2a6 6 0 000 12z',
  user: 'M8 8a3 3 0 100-6 3 3 0 000 6zM2 14c1-4 11-4 12 0',
} as const;

export type IconName = keyof typeof PATHS;

export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg class={`icon ${name}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);

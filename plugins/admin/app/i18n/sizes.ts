// Sizes of files in the language of the page.
import { spoken } from './language';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** `1.2 MB`. A kilobyte has 1,000 bytes. */
export function sizeOf(bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return new Intl.NumberFormat(spoken.value.tag, {
    style: 'unit',
    unit: UNITS[step] ?? 'byte',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(bytes / 1000 ** step);
}

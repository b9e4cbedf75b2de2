// A message in the page, a confirmation, and one spoken line for programs that read the screen.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

const spoken = signal('');

/** For readers of the screen, such as "moved to place 2". */
export function say(text: string): void {
  spoken.value = text;
}

export const LiveRegion = () => (
  <div class="spoken" aria-live="polite" role="status">
    {spoken.value}
  </div>
);

export interface NoticeProps {
  readonly kind?: 'info' | 'warning' | 'error';
  readonly children: ComponentChildren;
}

export const Notice = ({ kind = 'info', children }: NoticeProps) => (
  <div class={`notice ${kind}`} role={kind === 'error' ? 'alert' : 'note'} dir="auto">
    {children}
  </div>
);

/** What an action has done. The region is in the page before its text, so that programs that read the screen say it. */
export const Confirmation = ({ text }: { readonly text: string | null }) => (
  <div class="confirmation" aria-live="polite">
    {text !== null && <Notice>{text}</Notice>}
  </div>
);

// The title of a screen, and what can be done on all of it.
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { siteName } from '../data/place';
import { steps } from '../router';

interface Props {
  readonly title: string;
  readonly children?: ComponentChildren;
}

interface TitleProps extends Props {
  /** What the screen is a part of, such as the type of a document. */
  readonly of?: string;
  readonly dir?: 'auto';
}

/** The heading of a screen. It also names the tab of the browser, and the entry in the browser's history. */
export function ScreenTitle({ title, of, dir, children }: TitleProps) {
  usePageTitle(title, of);
  return (
    // Gets the focus when the control that had it is gone.
    <h1 dir={dir} tabIndex={-1}>
      {title}
      {children}
    </h1>
  );
}

/** A screen that draws a heading of its own. */
export function Titled({ title, children }: Props) {
  usePageTitle(title);
  return <>{children}</>;
}

export function usePageTitle(title: string, of?: string): void {
  const names = of === undefined || of === title ? [title] : [title, of];
  const text = [...names, siteName].join(' – ');
  const place = steps.value.join('/');
  useEffect(() => {
    document.title = text;
  }, [text, place]);
}

export const Head = ({ title, children }: Props) => (
  <header class="head">
    <ScreenTitle title={title} />
    <span class="grow" />
    {children}
  </header>
);

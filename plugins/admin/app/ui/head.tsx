// The title of a screen, and what can be done on all of it.
import type { ComponentChildren } from 'preact';

interface Props {
  readonly title: string;
  readonly children?: ComponentChildren;
}

export const Head = ({ title, children }: Props) => (
  <header class="head">
    <h1>{title}</h1>
    <span class="grow" />
    {children}
  </header>
);

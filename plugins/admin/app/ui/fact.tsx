// A title and its value, in a list of the class `facts`.
import type { ComponentChildren } from 'preact';

interface Props {
  readonly title: string;
  readonly children: ComponentChildren;
}

export const Fact = ({ title, children }: Props) => (
  <>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </>
);

// Views of one screen as links, such as the states of a list.
interface Props {
  /** What the tabs choose. */
  readonly label: string;
  readonly tabs: readonly { readonly to: string; readonly title: string; readonly isOpen: boolean }[];
}

export const LinkTabs = ({ label, tabs }: Props) => (
  <nav class="row tabs" aria-label={label}>
    {tabs.map(({ to, title, isOpen }) => (
      <a key={to} href={to} aria-current={isOpen ? 'page' : undefined}>
        {title}
      </a>
    ))}
  </nav>
);

// The states of a list as links.
import { t } from '../i18n/translate';

interface Props {
  readonly tabs: readonly { readonly to: string; readonly title: string; readonly isOpen: boolean }[];
}

export const StateTabs = ({ tabs }: Props) => (
  <nav class="row tabs" aria-label={t('State')}>
    {tabs.map(({ to, title, isOpen }) => (
      <a key={to} href={to} aria-current={isOpen ? 'page' : undefined}>
        {title}
      </a>
    ))}
  </nav>
);

// A button. `label` names a button that shows an icon only.
import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon';

export interface ButtonProps {
  readonly onClick?: () => void;
  readonly kind?: 'main' | 'plain' | 'quiet' | 'danger';
  readonly icon?: IconName;
  readonly label?: string;
  readonly type?: 'button' | 'submit';
  readonly disabled?: boolean;
  readonly expanded?: boolean;
  readonly controls?: string;
  readonly opens?: 'dialog';
  /** Keys that do the same, as ARIA names them. */
  readonly shortcut?: string;
  readonly children?: ComponentChildren;
}

export const Button = (props: ButtonProps) => {
  const {
    onClick,
    kind = 'plain',
    icon,
    label,
    type = 'button',
    disabled,
    expanded,
    controls,
    opens,
    shortcut,
    children,
  } = props;
  return (
    <button
      type={type}
      class={`button ${kind}`}
      onClick={onClick}
      disabled={disabled}
      aria-label={label}
      title={label}
      aria-expanded={expanded}
      aria-controls={controls}
      aria-haspopup={opens}
      aria-keyshortcuts={shortcut}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
};

// A dialog of the browser: it keeps the focus inside, and closes by Escape.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export interface DialogProps {
  readonly title: string;
  /** Absent: the dialog cannot be left without an answer. */
  readonly onClose?: () => void;
  readonly wide?: boolean;
  /** The page opens it while a person may be typing: the keys must not land in its fields, or press its buttons. */
  readonly sudden?: boolean;
  readonly children: ComponentChildren;
}

let dialogs = 0;

export function Dialog({ title, onClose, wide, sudden, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useRef(`dialog-${++dialogs}`);
  useEffect(() => {
    const dialog = box.current;
    // The browser gives the focus back only if the dialog is closed while it is in the page.
    const before = document.activeElement;
    dialog?.showModal();
    if (sudden) dialog?.focus();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={box}
      tabIndex={sudden ? -1 : undefined}
      class={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id.current}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 id={id.current}>{title}</h2>
      {children}
    </dialog>
  );
}

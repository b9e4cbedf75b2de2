// A dialog of the browser: it keeps the focus inside, and closes by Escape.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export interface DialogProps {
  readonly title: string;
  /** Absent: the dialog cannot be left without an answer. */
  readonly onClose?: () => void;
  readonly wide?: boolean;
  readonly children: ComponentChildren;
}

let dialogs = 0;

export function Dialog({ title, onClose, wide, children }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useRef(`dialog-${++dialogs}`);
  useEffect(() => {
    const dialog = box.current;
    // The browser gives the focus back only if the dialog is closed while it is in the page.
    const before = document.activeElement;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={box}
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

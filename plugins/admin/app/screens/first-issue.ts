// After a refused save or publication: the first field with an issue comes into view, and its input has the focus.
export const showFirstIssue = (): void =>
  // The fields draw their issues before the next frame, and closed entries open.
  void requestAnimationFrame(() => {
    const field = document.querySelector('.edit :is(.field, .blocks) > .issue')?.parentElement;
    field?.scrollIntoView({ block: 'center' });
    const input = field?.querySelector<HTMLElement>('[aria-invalid=true]');
    // A date would go back to its first part.
    if (input !== document.activeElement) input?.focus({ preventScroll: true });
  });

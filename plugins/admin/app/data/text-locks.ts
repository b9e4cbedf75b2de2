// Which kept texts belong to a form that is still open, in any tab: its form holds a lock of the browser, which ends with the tab.

const NAME = 'quire-admin-form|';

/** Ends with the form, or with the tab. null: another form holds it. Without `ifAvailable`, the call waits for the end of this form. */
export function lockText(
  owner: string,
  options: { readonly ifAvailable?: boolean; readonly signal?: AbortSignal } = {},
): Promise<(() => void) | null> {
  return new Promise((resolve, reject) => {
    const held = (lock: Lock | null): Promise<void> | undefined => {
      if (lock) return new Promise((end) => resolve(() => end()));
      resolve(null);
      return undefined;
    };
    navigator.locks.request(NAME + owner, options, held).catch(reject);
  });
}

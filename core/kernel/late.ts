// A part of the kernel that is there from a certain moment on. Asking earlier is a mistake of the caller, and says so.

export interface Late<T> {
  get(): T;
  set(value: T): T;
  /** Without the complaint. */
  peek(): T | undefined;
}

export function late<T>(name: string, from: string): Late<T> {
  let held: { readonly value: T } | undefined;
  return {
    get() {
      if (!held)
        throw new Error(
          `kernel.${name} is there from ${from} on; do this in that hook, or in a plugin's boot`,
        );
      return held.value;
    },
    set(value) {
      held = { value };
      return value;
    },
    peek: () => held?.value,
  };
}

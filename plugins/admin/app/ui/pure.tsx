// A component that is drawn again only when a property has changed, so a key stroke costs one field.
import { Component, type ComponentType, type VNode } from 'preact';
import { useRef } from 'preact/hooks';

export function pure<P extends object>(Inner: ComponentType<P>): ComponentType<P> {
  return class Pure extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const now = this.props as Readonly<Record<string, unknown>>;
      const coming = next as Readonly<Record<string, unknown>>;
      // Without a list of keys: hundreds of entries are compared after a key stroke.
      for (const key in coming) if (now[key] !== coming[key]) return true;
      for (const key in now) if (!(key in coming)) return true;
      return false;
    }
    override render(): VNode {
      return <Inner {...(this.props as P)} />;
    }
  };
}

/** The same function each time, which does what the newest one does: a property that never changes. */
export function useSteady<Given extends readonly unknown[]>(
  does: (...given: Given) => void,
): (...given: Given) => void {
  const newest = useRef(does);
  newest.current = does;
  return useRef((...given: Given): void => newest.current(...given)).current;
}

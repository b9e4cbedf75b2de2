// A component that is drawn again only when a property has changed, so a key stroke costs one field.
import { Component, type ComponentType, type VNode } from 'preact';

export function pure<P extends object>(Inner: ComponentType<P>): ComponentType<P> {
  return class Pure extends Component<P> {
    override shouldComponentUpdate(next: Readonly<P>): boolean {
      const now = this.props as Readonly<Record<string, unknown>>;
      const coming = next as Readonly<Record<string, unknown>>;
      return Object.keys({ ...now, ...coming }).some((key) => now[key] !== coming[key]);
    }
    override render(): VNode {
      return <Inner {...(this.props as P)} />;
    }
  };
}

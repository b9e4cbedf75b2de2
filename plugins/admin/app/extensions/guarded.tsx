// Draws a part of a plugin. An error stays in its place: the page shows its message, and goes on.

import { Component, type ComponentChildren, type ComponentType } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ServedExtension } from '../data/model';
import type { FieldProps } from '../fields/field';
import { t } from '../i18n/translate';
import { Notice } from '../ui/notice';
import type { ExtensionField, ExtensionFieldProps } from './extensions';

/** Draws into an element, with any library. */
export type Mount<P> = (
  element: HTMLElement,
  props: P,
) => { update?(props: P): void; destroy?(): void } | undefined;

interface Part<P> {
  readonly component?: ComponentType<P>;
  readonly mount?: Mount<P>;
  readonly load?: () => Promise<Readonly<Record<string, unknown>>>;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface BoundaryProps {
  readonly extension: ServedExtension;
  /** Shown below the message. */
  readonly value?: unknown;
  readonly children: ComponentChildren;
}

class Boundary extends Component<BoundaryProps, { readonly failure: string | null }> {
  override state = { failure: null as string | null };
  override componentDidCatch(error: unknown): void {
    console.warn(`The extension "${this.props.extension.name}" of the admin failed: ${messageOf(error)}`);
    this.setState({ failure: messageOf(error) });
  }
  override render() {
    const { extension, value, children } = this.props;
    if (this.state.failure === null) return children;
    return (
      <Notice kind="error">
        {t('The plugin “{plugin}” failed here: {failure}', {
          plugin: extension.plugin,
          failure: this.state.failure,
        })}
        {value !== undefined && <pre dir="auto">{JSON.stringify(value, null, 2)}</pre>}
      </Notice>
    );
  }
}

/** The part of a plugin as a component. */
export function guarded<P extends object>(extension: ServedExtension, part: Part<P>): ComponentType<P> {
  return function Guarded(props: P) {
    return (
      <Boundary extension={extension}>
        <Drawn part={part} given={props} />
      </Boundary>
    );
  };
}

function Drawn<P extends object>({ part, given }: { readonly part: Part<P>; readonly given: P }) {
  const [found, setFound] = useState<Part<P> | null>(part.load ? null : part);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    part.load?.().then(
      (module) =>
        setFound({
          component: (module.component ?? module.default) as ComponentType<P>,
          mount: module.mount as Mount<P>,
        }),
      (error: unknown) => setFailure(error),
    );
  }, [part]);
  if (failure !== null) throw failure;
  if (!found) return <p class="nothing">{t('Loading …')}</p>;
  if (found.mount) return <Mounted mount={found.mount} given={given} />;
  if (!found.component) throw new Error('it has neither "component" nor "mount"');
  const Inner = found.component;
  return <Inner {...given} />;
}

function Mounted<P extends object>({ mount, given }: { readonly mount: Mount<P>; readonly given: P }) {
  const place = useRef<HTMLDivElement>(null);
  const made = useRef<ReturnType<Mount<P>>>(undefined);
  useLayoutEffect(() => {
    if (place.current) made.current = mount(place.current, given);
    return () => made.current?.destroy?.();
  }, [mount]);
  useLayoutEffect(() => made.current?.update?.(given));
  return <div ref={place} />;
}

export function extensionInput(extension: ServedExtension, field: ExtensionField): ComponentType<FieldProps> {
  const part: Part<ExtensionFieldProps> = {
    ...(field.input === undefined ? {} : { component: field.input }),
    ...(field.mount === undefined ? {} : { mount: field.mount }),
  };
  return function ExtensionInput({
    attribute,
    value,
    path,
    id,
    disabled,
    set,
    describedBy,
    invalid,
  }: FieldProps) {
    return (
      <Boundary extension={extension} value={value ?? null}>
        <Drawn
          part={part}
          given={{
            attribute,
            value,
            id,
            disabled,
            invalid,
            describedBy,
            set: (next: unknown) => set(path, next),
          }}
        />
      </Boundary>
    );
  };
}

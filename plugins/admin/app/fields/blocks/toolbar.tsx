// The buttons above the text. One of them is in the order of Tab; the arrow keys reach the others.

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { redo, undo } from 'prosemirror-history';
import type { Command, EditorState } from 'prosemirror-state';
import { isRightToLeft } from '../../i18n/language';
import { msg, t } from '../../i18n/translate';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { SimpleForm } from '../../ui/simple-form';
import { mayPick, Picker } from '../media';
import { safeAddress, typedAddress } from './address';
import { insertImage, setBlock, setLink, type Tools, toggleStyle } from './commands';
import { formatAt, indent, outdent, toggleList } from './lists';

const IMAGES = ['images'] as const;
const BLOCKS = [
  ['paragraph', msg('Paragraph'), undefined],
  ...[1, 2, 3, 4, 5, 6].map((level) => [`heading${level}`, msg('Heading {level}'), { level }] as const),
  ['quote', msg('Quote'), undefined],
  ['codeBlock', msg('Code'), undefined],
] as const;

const STYLE_BUTTONS = [
  ['bold', msg('Bold'), 'B'],
  ['italic', msg('Italic'), 'I'],
  ['underline', msg('Underline'), 'U'],
  ['strikethrough', msg('Strikethrough'), 'S'],
  ['code', msg('Code'), '</>'],
] as const;

export interface ToolbarProps {
  readonly label: string;
  readonly tools: Tools;
  readonly run: (command: Command) => void;
  readonly state: () => EditorState | undefined;
  readonly linking: boolean;
  readonly setLinking: (open: boolean) => void;
}

export function Toolbar({ label, tools, run, state, linking, setLinking }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null);
  const [current, setCurrent] = useState(0);
  const [picking, setPicking] = useState(false);
  const chosen = useRef<Command | null>(null);
  // The text cannot have the focus before the dialog is gone.
  useLayoutEffect(() => {
    if (linking || picking || !chosen.current) return;
    run(chosen.current);
    chosen.current = null;
  }, [linking, picking]);
  let count = 0;
  const tool = (
    name: string,
    title: string,
    face: ComponentChildren,
    command: () => void,
    more: { pressed?: boolean; off?: boolean } = {},
  ) => {
    const index = ++count;
    return (
      <button
        key={name}
        type="button"
        class={`button quiet tool-${name}`}
        aria-label={title}
        title={title}
        aria-pressed={more.pressed}
        aria-disabled={more.off}
        tabIndex={index === current ? 0 : -1}
        onFocus={() => setCurrent(index)}
        // The text keeps its selection.
        onMouseDown={(event) => event.preventDefault()}
        onClick={command}
      >
        {face}
      </button>
    );
  };
  const move = (event: KeyboardEvent): void => {
    const all = [...(bar.current?.querySelectorAll<HTMLElement>('select, button') ?? [])];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const steps: Readonly<Record<string, number>> = {
      ArrowLeft: isRightToLeft() ? 1 : -1,
      ArrowRight: isRightToLeft() ? -1 : 1,
      Home: -at,
      End: all.length - 1 - at,
    };
    const step = steps[event.key];
    if (step === undefined || at < 0) return;
    event.preventDefault();
    all[(at + step + all.length) % all.length]?.focus();
  };
  const toBlock = (name: string): void => {
    // Items are no blocks of their own: they leave the list first.
    for (let now = state(); now && formatAt(now) !== null; now = state()) {
      const before = now;
      run(outdent);
      if (state() === before) break;
    }
    run(setBlock(name));
  };
  const { block, format } = tools;
  return (
    <>
      <div ref={bar} class="toolbar" role="toolbar" aria-label={label} onKeyDown={move}>
        <select
          aria-label={t('Kind of block')}
          tabIndex={current === 0 ? 0 : -1}
          value={format === null ? (block ?? '') : 'list'}
          onFocus={() => setCurrent(0)}
          onChange={(event) => toBlock(event.currentTarget.value)}
        >
          {format !== null && <option value="list">{t('List')}</option>}
          {format === null && block === null && <option value="">–</option>}
          {BLOCKS.map(([name, title, values]) => (
            <option key={name} value={name}>
              {t(title, values)}
            </option>
          ))}
        </select>
        {STYLE_BUTTONS.map(([name, title, face]) =>
          tool(name, t(title), face, () => run(toggleStyle(name)), { pressed: tools.styles.includes(name) }),
        )}
        {tool('link', t('Link'), t('Link'), () => setLinking(true), { pressed: tools.link !== null })}
        {tool('bullets', t('Bulleted list'), <Icon name="bullets" />, () => run(toggleList('unordered')), {
          pressed: format === 'unordered',
        })}
        {tool('numbers', t('Numbered list'), <Icon name="numbers" />, () => run(toggleList('ordered')), {
          pressed: format === 'ordered',
        })}
        {format !== null && tool('indent', t('Indent item'), <Icon name="indent" />, () => run(indent))}
        {format !== null && tool('outdent', t('Outdent item'), <Icon name="outdent" />, () => run(outdent))}
        {mayPick() && tool('image', t('Image'), t('Image'), () => setPicking(true))}
        {tool('undo', t('Undo'), t('Undo'), () => run(undo), { off: !tools.undo })}
        {tool('redo', t('Redo'), t('Redo'), () => run(redo), { off: !tools.redo })}
      </div>
      {linking && (
        <LinkDialog
          url={tools.link}
          onClose={() => setLinking(false)}
          onSet={(url) => {
            chosen.current = setLink(url);
            setLinking(false);
          }}
        />
      )}
      {picking && (
        <Picker
          kinds={IMAGES}
          onClose={() => setPicking(false)}
          onPick={([file]) => {
            if (file) chosen.current = insertImage(file);
            setPicking(false);
          }}
        />
      )}
    </>
  );
}

interface LinkProps {
  readonly url: string | null;
  readonly onClose: () => void;
  readonly onSet: (url: string | null) => void;
}

const LinkDialog = ({ url, onClose, onSet }: LinkProps) => (
  <Dialog title={t('Link')} onClose={onClose}>
    <SimpleForm
      submit={t('Set link')}
      fields={[{ name: 'url', label: t('Address'), required: true, value: url ?? '' }]}
      onCancel={onClose}
      send={async ({ url: typed = '' }) => {
        const address = typedAddress(typed);
        if (safeAddress(address) === null)
          throw new Error(t('This is no address for a link. Start with https://, mailto:, tel: or /.'));
        onSet(address);
      }}
    />
    {url !== null && <Button onClick={() => onSet(null)}>{t('Remove the link')}</Button>}
  </Dialog>
);

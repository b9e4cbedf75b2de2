// The editor of structured text: ProseMirror with a toolbar. The page loads it with the first such field.

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { baseKeymap } from 'prosemirror-commands';
import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { closeHistory, history } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { type Command, EditorState, type Transaction } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import { isGiven } from '../../data/given-values';
import { labelOf } from '../../data/model';
import { t } from '../../i18n/translate';
import { FailedUploads } from '../../ui/failed-uploads';
import { Notice } from '../../ui/notice';
import type { FieldProps } from '../field';
import { scrollBelowBars } from './below-bars';
import { keys, type Tools, toolsOf } from './commands';
import { blocksOf, docOf } from './convert';
import { givenFiles, NO_NEWS } from './given-files';
import { pasteParser } from './pasted';
import { Toolbar } from './toolbar';
import { typedSigns } from './typed-signs';

/** Of transactions that show what the form has already. */
const STORED = 'stored';

export default function BlocksEditor(props: FieldProps) {
  const { attribute, value, path, id, disabled, describedBy, invalid, issues } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const now = useRef(props);
  /** The value that the editor shows. */
  const shown = useRef(value);
  const [tools, setTools] = useState<Tools | null>(null);
  const [linking, setLinking] = useState(false);
  const [files, setFiles] = useState(NO_NEWS);
  now.current = props;

  useLayoutEffect(() => {
    const openLink: Command = () => {
      setLinking(true);
      return true;
    };
    const state = EditorState.create({
      doc: docOf(value),
      plugins: [
        history(),
        keymap({ ...keys, 'Mod-k': openLink }),
        keymap(baseKeymap),
        gapCursor(),
        dropCursor(),
        givenFiles(setFiles),
        typedSigns,
      ],
    });
    const opened = new EditorView(host.current, {
      state,
      clipboardParser: pasteParser,
      dispatchTransaction(tr: Transaction) {
        const next = opened.state.apply(tr);
        opened.updateState(next);
        if (tr.scrolledIntoView) scrollBelowBars(opened);
        setTools((before) => kept(before, toolsOf(next)));
        if (!tr.docChanged || tr.getMeta(STORED)) return;
        setFiles((news) => (news.refused === '' && news.failed.length === 0 ? news : NO_NEWS));
        shown.current = blocksOf(next.doc);
        now.current.set(now.current.path, shown.current);
      },
    });
    view.current = opened;
    setTools(toolsOf(state));
    return () => opened.destroy();
  }, []);

  useLayoutEffect(() => {
    view.current?.setProps({
      editable: () => !disabled,
      attributes: {
        id,
        role: 'textbox',
        dir: 'auto',
        'aria-multiline': 'true',
        'aria-label': labelOf(attribute),
        'aria-invalid': String(invalid),
        'aria-required': String(attribute.required),
        'aria-readonly': String(disabled),
        ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
      },
    });
  }, [id, disabled, attribute, invalid, describedBy]);

  // In the same task as the change of the form: a key in between would be lost.
  useLayoutEffect(() => {
    if (!view.current || value === shown.current) return;
    shown.current = value;
    showValue(view.current, value);
  }, [value]);

  const run = (command: Command): void => {
    if (!view.current) return;
    command(view.current.state, view.current.dispatch);
    view.current.focus();
  };
  const inside = issues.filter((issue) => issue.path.length > path.length);
  return (
    <div class="blocks">
      {tools && !disabled && (
        <Toolbar
          label={t('Format {field}', { field: labelOf(attribute) })}
          tools={tools}
          run={run}
          state={() => view.current?.state}
          linking={linking}
          setLinking={setLinking}
        />
      )}
      <div ref={host} class="blocks-text" />
      {files.isBusy && <p role="status">{t('Uploading …')}</p>}
      {files.refused !== '' && <Notice kind="error">{files.refused}</Notice>}
      <FailedUploads failed={files.failed} />
      {inside.map((issue) => (
        <p class="issue" key={issue.path.join('/')}>
          {t('Block {number}: {message}', {
            number: Number(issue.path[path.length]) + 1,
            message: issue.message,
          })}
        </p>
      ))}
    </div>
  );
}

/** The same object while nothing differs, so that a key stroke does not draw the toolbar. */
const kept = (before: Tools | null, next: Tools): Tools =>
  JSON.stringify(before) === JSON.stringify(next) && before ? before : next;

/** Changes only what differs, so the cursor and the undo list stay. */
function showValue(view: EditorView, value: unknown): void {
  const { doc, tr } = view.state;
  const next = docOf(value);
  const [from, to] = [doc.children, next.children];
  const shorter = Math.min(from.length, to.length);
  // Whole blocks: a block of the value is sent as it was stored, a part of it is not.
  const isSame = (one: number, other: number): boolean => Boolean(to[other] && from[one]?.eq(to[other]));
  let start = 0;
  while (start < shorter && isSame(start, start)) start += 1;
  let end = 0;
  while (end < shorter - start && isSame(from.length - 1 - end, to.length - 1 - end)) end += 1;
  if (start === from.length && start === to.length) return;
  const at = (index: number): number => from.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  const change = tr.replaceWith(at(start), at(from.length - end), to.slice(start, to.length - end));
  // Undo takes back what the person has taken over, by itself. It does not take back what other people have written.
  view.dispatch(closeHistory(change.setMeta(STORED, true).setMeta('addToHistory', isGiven(value))));
  view.dispatch(closeHistory(view.state.tr));
}

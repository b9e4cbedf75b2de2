// Components and zones. A closed entry shows one line and draws no fields, so a form with hundreds of entries stays fast.

import { useRef, useState } from 'preact/hooks';
import { known, labelOf } from '../data/model';
import { type Entry, emptyEntry, isObject, keyOf, withKey } from '../data/values';
import { numberOf, plural, t } from '../i18n/translate';
import { Button } from '../ui/button';
import { FIELD, useFocus } from '../ui/focus';
import { pure, useSteady } from '../ui/pure';
import { defineField, type FieldProps } from './field';
import { Fields } from './fields';
import { textOfValue } from './registry';
import { movedTo, UndoLine, useLastChange, withAt } from './undo';
import { useUnfinishedIn } from './unfinished';

const componentOf = (uid: string) => known().components[uid] ?? { title: uid, attributes: [] };

function summaryOf(uid: string, entry: Entry): string {
  for (const attribute of componentOf(uid).attributes) {
    const text = textOfValue(attribute, entry[attribute.name]);
    if (text !== '') return text.length > 80 ? `${text.slice(0, 80)} …` : text;
  }
  return t('Empty');
}

interface EntryProps {
  readonly entry: Entry;
  readonly uid: string;
  /** The path as text: a path would be a new list each time. */
  readonly place: string;
  readonly index: number;
  readonly isOpen: boolean;
  readonly isZone: boolean;
  readonly disabled: boolean;
  readonly issues: FieldProps['issues'];
  readonly set: FieldProps['set'];
  readonly toggle: (key: string) => void;
  readonly change: (kind: 'up' | 'down' | 'remove', index: number) => void;
}

const boxOf = (place: string): string => `entry-${place.replace(/\//g, '-')}`;

const EntryBox = pure<EntryProps>(function EntryBox(props) {
  const { entry, uid, place, index, isZone, disabled, issues, set, toggle, change } = props;
  const id = boxOf(place);
  // What is not finished is not closed away.
  const isUnfinished = useUnfinishedIn(`field-${place.replace(/\//g, '-')}`);
  const isOpen = props.isOpen || isUnfinished;
  const title = isZone ? componentOf(uid).title : numberOf(index + 1);
  return (
    <li class="entry">
      <div class="entry-head">
        <Button
          kind="quiet"
          expanded={isOpen}
          controls={id}
          onClick={() => isUnfinished || toggle(keyOf(entry))}
        >
          <strong>{title}</strong> <span class="summary">{summaryOf(uid, entry)}</span>
        </Button>
        {!disabled && (
          <span class="tools">
            <Button
              kind="quiet"
              icon="up"
              label={t('Move {name} up', { name: title })}
              onClick={() => change('up', index)}
            />
            <Button
              kind="quiet"
              icon="down"
              label={t('Move {name} down', { name: title })}
              onClick={() => change('down', index)}
            />
            <Button
              kind="quiet"
              icon="bin"
              label={t('Remove {name}', { name: title })}
              onClick={() => change('remove', index)}
            />
          </span>
        )}
      </div>
      <div id={id} class="entry-body" hidden={!isOpen}>
        {isOpen && (
          <Fields
            attributes={componentOf(uid).attributes}
            values={entry}
            place={place}
            set={set}
            issues={issues}
            disabled={disabled}
          />
        )}
      </div>
    </li>
  );
});

function Entries({ attribute, value, path, disabled, set, issues }: FieldProps) {
  const list = Array.isArray(value) ? (value as Entry[]) : [];
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [choosing, setChoosing] = useState(false);
  const host = useRef<HTMLDivElement>(null);
  const focus = useFocus(host);
  const placeOf = (index: number): string => [...path, index].join('/');
  const isZone = attribute.components !== undefined;
  const uidOf = (entry: Entry): string => attribute.component ?? String(entry.__component);
  const toggle = useSteady((key: string): void =>
    setOpen((now) => new Set(now.has(key) ? [...now].filter((other) => other !== key) : [...now, key])),
  );
  const add = (uid: string): void => {
    const entry = emptyEntry(uid, isZone);
    setChoosing(false);
    setOpen((now) => new Set([...now, keyOf(entry)]));
    set(path, [...list, entry]);
    focus(`#${boxOf(placeOf(list.length))} ${FIELD}`);
  };
  const choose = (isOpen: boolean): void => {
    setChoosing(isOpen);
    focus(isOpen ? ':scope > .choices button' : ADD);
  };
  const last = useLastChange();
  const focusOn = (index: number): void => focus(`[aria-controls=${boxOf(placeOf(index))}]`);
  const takeBack = useSteady((kind: 'move' | 'remove', entry: Entry, index: number): void => {
    const key = keyOf(entry);
    const now = list.findIndex((each) => keyOf(each) === key);
    const to = Math.min(index, kind === 'move' ? list.length - 1 : list.length);
    if ((kind === 'move') === now < 0) return;
    set(path, kind === 'move' ? movedTo(list, now, to) : withAt(list, to, withKey(entry)));
    focusOn(to);
  });
  const change = useSteady((kind: 'up' | 'down' | 'remove', index: number): void => {
    const entry = list[index];
    const count = list.length;
    const to = kind === 'up' ? index - 1 : index + 1;
    if (!entry || (kind !== 'remove' && (to < 0 || to >= count))) return;
    if (kind === 'remove') {
      set(path, list.toSpliced(index, 1));
      if (count === 1) focus(ADD);
      else focusOn(Math.min(index, count - 2));
      last.did(t('{name} was removed', { name: componentOf(uidOf(entry)).title }), () =>
        takeBack('remove', entry, index),
      );
      return;
    }
    set(path, movedTo(list, index, to));
    // The browser takes the focus from an element that moves.
    focus(
      `:scope > ol > li:nth-child(${to + 1}) > .entry-head > .tools > :nth-child(${kind === 'up' ? 1 : 2})`,
    );
    last.did(t('Moved to place {place} of {count}', { place: to + 1, count }), () =>
      takeBack('move', entry, index),
    );
  });
  const start = path.length;
  return (
    <div class="entries" ref={host}>
      <ol>
        {list.map((entry, index) => (
          <EntryBox
            key={keyOf(entry)}
            entry={entry}
            uid={uidOf(entry)}
            place={placeOf(index)}
            index={index}
            isOpen={
              open.has(keyOf(entry)) || issues.some((issue) => String(issue.path[start]) === String(index))
            }
            isZone={isZone}
            disabled={disabled}
            issues={issues}
            set={set}
            toggle={toggle}
            change={change}
          />
        ))}
      </ol>
      <UndoLine done={disabled ? null : last.done} forget={last.forget} />
      {!disabled && !choosing && (
        <Button icon="plus" onClick={() => (isZone ? choose(true) : add(attribute.component ?? ''))}>
          {isZone
            ? t('Add section')
            : t('Add {name}', { name: componentOf(attribute.component ?? '').title })}
        </Button>
      )}
      {choosing && (
        <fieldset class="choices" aria-label={t('Kinds of sections')}>
          {attribute.components?.map((uid) => (
            <Button key={uid} onClick={() => add(uid)}>
              {componentOf(uid).title}
            </Button>
          ))}
          <Button kind="quiet" icon="close" label={t('Add nothing')} onClick={() => choose(false)} />
        </fieldset>
      )}
    </div>
  );
}

/** The button behind the entries. */
const ADD = ':scope > button';

function One({ attribute, value, path, disabled, set, issues }: FieldProps) {
  const uid = attribute.component ?? '';
  const host = useRef<HTMLDivElement>(null);
  const focus = useFocus(host);
  const put = (entry: Entry | null): void => {
    set(path, entry);
    focus(entry ? FIELD : ADD);
  };
  if (!isObject(value))
    return (
      <div class="entries" ref={host}>
        {disabled ? (
          <p class="nothing">{t('Empty')}</p>
        ) : (
          <Button icon="plus" onClick={() => put(emptyEntry(uid, false))}>
            {t('Add {name}', { name: labelOf(attribute) })}
          </Button>
        )}
      </div>
    );
  return (
    <div class="entry-body" ref={host}>
      <Fields
        attributes={componentOf(uid).attributes}
        values={value}
        place={path.join('/')}
        set={set}
        issues={issues}
        disabled={disabled}
      />
      {!disabled && (
        <Button kind="quiet" icon="bin" onClick={() => put(null)}>
          {t('Remove {name}', { name: labelOf(attribute) })}
        </Button>
      )}
    </div>
  );
}

const Component = (props: FieldProps) =>
  props.attribute.repeatable ? <Entries {...props} /> : <One {...props} />;

export const component = defineField({
  types: ['component'],
  input: Component,
  isGroup: true,
  text: countOf,
});
export const zone = defineField({ types: ['dynamiczone'], input: Entries, isGroup: true, text: countOf });

const entries = (count: number): string => plural(count, '{count} entry', '{count} entries');

function countOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '' : entries(value.length);
  return value === null || value === undefined ? '' : entries(1);
}

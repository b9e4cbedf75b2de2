// The filter of the audit log. Everything of it is in the address.
import { useState } from 'preact/hooks';
import { actorKey, actorTitle, type Entry, EVENTS, KINDS, titleOfEvent } from '../data/audit';
import type { Filter, Word } from '../data/audit-filter';
import { may } from '../data/model';
import { allTypes, titleOfType } from '../data/type-titles';
import { FIND_USERS, findUsers } from '../data/users';
import { t } from '../i18n/translate';
import { setSearch } from '../router';
import { Button } from '../ui/button';
import { Combobox } from '../ui/combobox';

interface Props {
  readonly filter: Filter;
  /** Their callers have names. */
  readonly entries: readonly Entry[];
}

type Choice = readonly [value: string, title: string];

const NARROW = '(max-width: 719px)';

export function AuditFilter({ filter, entries }: Props) {
  const [picked, setPicked] = useState<Choice | null>(null);
  /** In a narrow window, the entries come first. */
  const [isOpen] = useState(() => !matchMedia(NARROW).matches);
  const set = (word: Word, value: string): void => setSearch({ [word]: value, page: null, entry: null });
  const isEmpty = Object.values(filter).every((value) => value === '');
  const actors: readonly Choice[] = [
    ...KINDS.map(([kind, title]) => [kind, t(title)] as const),
    ...(picked ? [picked] : []),
    ...entries.map(({ actor }) => [actorKey(actor), actorTitle(actor)] as const),
  ].filter(([key]) => key === filter.who || KINDS.some(([kind]) => kind === key));
  return (
    <details class="card" open={isOpen}>
      <summary>{t('Filter')}</summary>
      <div class="filter">
        <Select
          word="who"
          label={t('Who')}
          every={t('Everyone')}
          choices={actors}
          value={filter.who}
          onChange={set}
        />
        {may(FIND_USERS) && (
          <div class="field">
            <label for="filter-user">{t('One user')}</label>
            <Combobox
              id="filter-user"
              label={t('One user')}
              placeholder={t('Search')}
              search={findUsers}
              onPick={({ id, title }) => {
                setPicked([`user ${id}`, title]);
                set('who', `user ${id}`);
              }}
            />
          </div>
        )}
        <Select
          word="event"
          label={t('Event')}
          every={t('All events')}
          choices={EVENTS.map((event) => [event, titleOfEvent(event)])}
          value={filter.event}
          onChange={set}
        />
        <Select
          word="type"
          label={t('Content type')}
          every={t('All content types and files')}
          choices={allTypes().map((uid) => [uid, titleOfType(uid)])}
          value={filter.type}
          onChange={set}
        />
        <Text word="document" label={t('API id')} value={filter.document} onChange={set} />
        <Text word="from" kind="time" label={t('From')} value={filter.from} onChange={set} />
        <Text word="to" kind="time" label={t('Before')} value={filter.to} onChange={set} />
        <Text word="request" label={t('Request')} value={filter.request} onChange={set} />
        <Text word="ip" label={t('Address')} value={filter.ip} onChange={set} />
      </div>
      <Button
        disabled={isEmpty}
        onClick={() =>
          setSearch({ ...Object.fromEntries(Object.keys(filter).map((word) => [word, null])), page: null })
        }
      >
        {t('Show all entries')}
      </Button>
    </details>
  );
}

interface FieldProps {
  readonly word: Word;
  readonly label: string;
  readonly value: string;
  readonly onChange: (word: Word, value: string) => void;
}

/** A value that the choices lack, such as an event of a plugin, is a choice, too. */
function Select({
  word,
  label,
  every,
  choices,
  value,
  onChange,
}: FieldProps & { readonly every: string; readonly choices: readonly Choice[] }) {
  const all = new Map<string, string>([['', every], ...choices]);
  if (!all.has(value)) all.set(value, value);
  return (
    <div class="field">
      <label for={`filter-${word}`}>{label}</label>
      <select
        id={`filter-${word}`}
        value={value}
        onChange={(event) => onChange(word, event.currentTarget.value)}
      >
        {[...all].map(([each, title]) => (
          <option key={each} value={each}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}

function Text({
  word,
  kind = 'text',
  label,
  value,
  onChange,
}: FieldProps & { readonly kind?: 'text' | 'time' }) {
  const id = `filter-${word}`;
  const take = (event: { readonly currentTarget: HTMLInputElement }): void =>
    onChange(word, event.currentTarget.value.trim());
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {kind === 'text' ? (
        <input id={id} type="text" dir="ltr" value={value} onChange={take} />
      ) : (
        <input id={id} type="datetime-local" value={value} onChange={take} />
      )}
    </div>
  );
}

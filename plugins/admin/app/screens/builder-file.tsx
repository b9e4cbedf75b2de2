// One schema file: its attributes as a form, beside its text. Both change the same text.
import { useRef, useState } from 'preact/hooks';
import { type BuilderState, type Draft, drafts, putText, textOf } from '../data/builder';
import type { Issue } from '../data/client';
import {
  attributesOf,
  type Definition,
  issuesAt,
  optionsByType,
  parsedDefinition,
  renamed,
  retyped,
  withAttribute,
} from '../data/definition';
import { printed } from '../data/json-source';
import { known } from '../data/model';
import { path } from '../data/place';
import { queryOf } from '../data/query';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { BuilderAttribute } from './builder-attribute';
import { RenameDefinition } from './builder-rename';

interface Props {
  readonly draft: Draft;
  readonly state: BuilderState;
  readonly issues: readonly Issue[];
}

export function BuilderFile({ draft, state, issues }: Props) {
  const text = textOf(draft);
  const definition = parsedDefinition(text);
  const former = draft.stored ?? drafts.value.find(({ movedTo }) => movedTo === draft.path)?.stored ?? null;
  const stored = former === null ? null : parsedDefinition(former);
  const uid = state.files.find(({ path: each }) => each === draft.path)?.uid;
  const [renaming, setRenaming] = useState(false);
  const options = optionsByType(state.schemas[draft.kind === 'type' ? 'contentType' : 'component']);
  const change = (next: Definition): void => putText(draft, printed(next, text));
  const keys = useAttributeKeys();
  const names = Object.keys(attributesOf(definition));
  if (draft.text === null)
    return (
      <p>
        {t('This file will be removed. Its definition is now in')}{' '}
        <a href={`${path}/builder${queryOf({ file: draft.movedTo })}`}>
          <bdi>{draft.movedTo}</bdi>
        </a>
      </p>
    );
  return (
    <>
      <div class="row">
        <h2>
          <bdi>{draft.path}</bdi>
        </h2>
        {uid !== undefined && definition !== null && (
          <Button onClick={() => setRenaming(true)}>{t('Rename')}</Button>
        )}
      </div>
      {renaming && uid !== undefined && (
        <RenameDefinition draft={draft} uid={uid} state={state} onClose={() => setRenaming(false)} />
      )}
      <KnownNames state={state} />
      <div class="columns previewing">
        <div>
          <h3>{t('Attributes')}</h3>
          {definition === null ? (
            <p class="issue">{t('The text is no JSON object. Correct it to see the form.')}</p>
          ) : (
            <>
              {names.map((name, index) => (
                <BuilderAttribute
                  key={keys.of(name)}
                  name={name}
                  definition={definition}
                  options={options}
                  isFirst={index === 0}
                  isLast={index === names.length - 1}
                  issues={issues.filter(
                    ({ path: at }) => at[0] === draft.path && at[1] === 'attributes' && at[2] === name,
                  )}
                  change={change}
                  rename={(next) => {
                    keys.rename(name, next);
                    change(renamed(definition, stored, name, next));
                  }}
                />
              ))}
              {names.length === 0 && <p class="nothing">{t('No attributes yet.')}</p>}
              <AddAttribute
                types={[...options.keys()]}
                taken={names}
                add={(name, type) =>
                  change(withAttribute(definition, name, retyped({}, type, options.get(type))))
                }
              />
            </>
          )}
        </div>
        <div>
          <label for="builder-text">{t('Text of the file')}</label>
          <textarea
            id="builder-text"
            class="code"
            rows={24}
            spellcheck={false}
            dir="ltr"
            value={text}
            onInput={(event) => putText(draft, event.currentTarget.value)}
          />
          {issuesAt(issues, draft.path).map((message) => (
            <p class="issue" key={message}>
              {message}
            </p>
          ))}
        </div>
      </div>
    </>
  );
}

/** A renamed attribute keeps its key, so that its form stays open and the focus stays in it. */
function useAttributeKeys() {
  const { current: keys } = useRef(new Map<string, number>());
  const next = useRef(0);
  const of = (name: string): number => {
    const key = keys.get(name) ?? next.current++;
    keys.set(name, key);
    return key;
  };
  const rename = (from: string, to: string): void => {
    keys.set(to, of(from));
    keys.delete(from);
  };
  return { of, rename };
}

/** Suggestions for options that name a type or a component. */
const KnownNames = ({ state }: { readonly state: BuilderState }) => (
  <datalist id="builder-names">
    {[...state.files.map(({ uid }) => uid), ...known().types.map(({ uid }) => uid)]
      .filter((uid, index, all) => all.indexOf(uid) === index)
      .map((uid) => (
        <option key={uid} value={uid} />
      ))}
  </datalist>
);

interface AddProps {
  readonly types: readonly string[];
  readonly taken: readonly string[];
  readonly add: (name: string, type: string) => void;
}

function AddAttribute({ types, taken, add }: AddProps) {
  const [name, setName] = useState('');
  const [type, setType] = useState(types[0] ?? '');
  const isTaken = taken.includes(name);
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (name === '' || isTaken) return;
        add(name, type);
        setName('');
      }}
    >
      <input
        type="text"
        dir="ltr"
        aria-label={t('Name of the new attribute')}
        placeholder={t('Name')}
        value={name}
        onInput={(event) => setName(event.currentTarget.value.trim())}
      />
      <select
        aria-label={t('Type of the new attribute')}
        value={type}
        onChange={(event) => setType(event.currentTarget.value)}
      >
        {types.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      <Button type="submit" icon="plus" disabled={name === '' || isTaken}>
        {t('Add attribute')}
      </Button>
      {isTaken && <p class="issue">{t('There is an attribute of this name.')}</p>}
    </form>
  );
}

// The plugins that are on, and their settings: what each means, its value without secrets, and where it is changed.
import { useState } from 'preact/hooks';
import { useLoaded } from '../data/load';
import { may } from '../data/model';
import { api, path } from '../data/place';
import {
  HIDDEN,
  type PluginReport,
  type Setting,
  type SettingsAnswer,
  sourceOf,
} from '../data/plugin-settings';
import { listOf, plural, rich, t } from '../i18n/translate';
import { search, setSearch } from '../router';
import { Fact } from '../ui/fact';
import { Failure } from '../ui/failure';
import { Head } from '../ui/head';
import { Table } from '../ui/table';
import { pages } from './pages';
import { StoredSettings } from './stored-settings';

/** Screens with what a plugin keeps in the database. */
const SCREENS: Readonly<Record<string, readonly string[]>> = {
  i18n: ['locales'],
  'users-permissions': ['users', 'roles'],
  'api-tokens': ['tokens'],
  webhooks: ['webhooks'],
  jobs: ['jobs'],
  upload: ['media'],
};

export function SettingsScreen() {
  const { value, error } = useLoaded<SettingsAnswer>(`${api}/settings`);
  const [text, setText] = useState('');
  if (!value) return <Failure error={error} />;
  const { plugins, disabled } = value.data;
  const words = text.trim().toLowerCase();
  const found = plugins
    .map((plugin) => ({ plugin, settings: plugin.settings.filter((each) => matches(plugin, each, words)) }))
    .filter(({ plugin, settings }) => settings.length > 0 || plugin.name.includes(words));
  return (
    <section>
      <Head title={t('Settings of plugins')}>
        <input
          type="search"
          aria-label={t('Search settings')}
          placeholder={t('Search')}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </Head>
      <p>
        {t('The configuration files of the application have these settings. A change needs a new start.')}
      </p>
      {found.length === 0 && <p class="nothing">{t('Nothing found')}</p>}
      {found.map(({ plugin, settings }) => (
        <Plugin key={plugin.name} plugin={plugin} settings={settings} isFound={words !== ''} />
      ))}
      {disabled.length > 0 && words === '' && (
        <>
          <h2>{t('Switched off')}</h2>
          <p>
            {rich('{names}. Write {line} in {file} to switch one on.', {
              names: <bdi>{listOf(disabled)}</bdi>,
              line: <code>{`"${disabled[0]}": true`}</code>,
              file: <code>config/plugins</code>,
            })}
          </p>
        </>
      )}
    </section>
  );
}

const matches = ({ name }: PluginReport, { key, description }: Setting, words: string): boolean =>
  words === '' || `${name}.config.${key} ${description}`.toLowerCase().includes(words);

interface PluginProps {
  readonly plugin: PluginReport;
  readonly settings: readonly Setting[];
  /** By a search, so it is open. */
  readonly isFound: boolean;
}

function Plugin({ plugin, settings, isFound }: PluginProps) {
  const { name, stored } = plugin;
  const changed = plugin.settings.filter(({ from }) => from !== 'default').length;
  const isChosen = search.value.get('plugin') === name;
  const screens = pages.filter(
    (page) => SCREENS[name]?.includes(page.name) === true && page.actions.every(may),
  );
  return (
    <details
      class="card"
      open={isFound || isChosen}
      onToggle={({ currentTarget: { open } }) => {
        if (!isFound && open !== isChosen) setSearch({ plugin: open ? name : null });
      }}
    >
      <summary>
        <strong>{name}</strong>{' '}
        <small>
          {changed === 0
            ? t('All settings have their defaults')
            : plural(changed, '{count} setting is set', '{count} settings are set')}
        </small>
      </summary>
      <dl class="facts">
        <Fact title={t('Changed in')}>
          <code>{plugin.files.join(' + ')}</code>
        </Fact>
        <Fact title={t('Key')}>
          <code>{`${name}.config`}</code>
        </Fact>
        <Fact title={t('Documentation')}>
          <code>{plugin.source === 'built in' ? `plugins/${name}/README.md` : plugin.source}</code>
        </Fact>
        {screens.length > 0 && (
          <Fact title={t('In the database')}>
            {screens.map((page, index) => (
              <span key={page.name}>
                {index > 0 && ' · '}
                <a href={`${path}/${page.name}`}>{t(page.title)}</a>
              </span>
            ))}
          </Fact>
        )}
      </dl>
      {stored && <StoredSettings plugin={name} schema={stored.schema} />}
      {settings.length > 0 && (
        <Table
          caption={t('Settings of {name}', { name })}
          rows={settings}
          keyOf={({ key }) => key}
          columns={[
            {
              title: t('Setting'),
              cell: ({ key, description }) => (
                <>
                  <code>{key}</code>
                  <br />
                  <small dir="auto">
                    <Marked text={description} />
                  </small>
                </>
              ),
            },
            { title: t('Value'), cell: (setting) => <Value setting={setting} /> },
            { title: t('From'), cell: (setting) => <Origin setting={setting} /> },
          ]}
        />
      )}
      {plugin.settings.length === 0 && <p class="nothing">{t('The plugin has no settings.')}</p>}
    </details>
  );
}

/** A description has names in backticks. */
const Marked = ({ text }: { readonly text: string }) => (
  <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={part}>{part}</code> : part))}</>
);

function Value({ setting: { value, from } }: { readonly setting: Setting }) {
  if (value === undefined || value === null) return <small>{t('not set')}</small>;
  if (value === HIDDEN) return <small>{from === 'environment' ? t('not shown') : t('hidden')}</small>;
  return <code class="value">{value === '' ? '""' : sourceOf(value)}</code>;
}

function Origin({ setting: { from, variables } }: { readonly setting: Setting }) {
  const names = variables.length > 0 && <code>{variables.join(', ')}</code>;
  if (from === 'default') return <>{t('Default')}</>;
  if (from === 'environment')
    return <>{names ? rich('Environment: {names}', { names }) : t('Environment')}</>;
  return (
    <>
      {t('Configuration')}
      {names && (
        <small>
          <br />
          {rich('{names} is not set', { names })}
        </small>
      )}
    </>
  );
}

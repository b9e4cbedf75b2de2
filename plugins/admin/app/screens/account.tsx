// The own account: the language of the page, and where the user is logged in.

import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import { useLoaded } from '../data/load';
import { known } from '../data/model';
import { api } from '../data/place';
import { preferences, setPreference } from '../data/preferences';
import { languages, speakAsChosen } from '../i18n/language';
import { agoOf } from '../i18n/moments';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { ScreenTitle } from '../ui/head';
import { Notice } from '../ui/notice';
import { Passkeys } from './passkeys';
import { SecondFactor } from './second-factor';

interface Session {
  readonly id: number;
  readonly address: string;
  readonly agent: string;
  readonly usedAt: string;
  readonly current: boolean;
}

export const AccountScreen = () => (
  <section>
    <ScreenTitle title={t('My account')} />
    <LanguageChoice />
    {known().plugins.includes('two-factor') && <SecondFactor />}
    {known().plugins.includes('passkeys') && <Passkeys />}
    <Sessions />
  </section>
);

function LanguageChoice() {
  const [failure, setFailure] = useState('');
  const choose = async (code: string): Promise<void> => {
    const choice = code === '' ? undefined : code;
    await setPreference('language', choice);
    await speakAsChosen(choice);
  };
  return (
    <section class="part">
      <h2>
        <label for="language">{t('Language')}</label>
      </h2>
      {failure !== '' && <Notice kind="error">{failure}</Notice>}
      <select
        id="language"
        value={String(preferences.value.language ?? '')}
        onChange={(event) =>
          choose(event.currentTarget.value).then(
            () => setFailure(''),
            (error: unknown) => setFailure(error instanceof Error ? error.message : String(error)),
          )
        }
      >
        <option value="">{t('As in the browser')}</option>
        {languages.map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </section>
  );
}

function Sessions() {
  const { value, failure, fail, again } = useLoaded<{ data: readonly Session[] }>(`${api}/sessions`);
  return (
    <section class="part">
      <h2>{t('My sessions')}</h2>
      {failure !== '' && <Notice kind="error">{failure}</Notice>}
      <ul class="list">
        {value?.data.map((session) => (
          <li key={session.id}>
            <bdi>
              <strong>{session.address}</strong> {session.agent}
            </bdi>
            <br />
            <small>
              {session.current
                ? t('This session')
                : t('Last used {moment}', { moment: agoOf(session.usedAt) })}
            </small>{' '}
            {!session.current && (
              <Button
                kind="quiet"
                onClick={() =>
                  void ask(`${api}/sessions/${session.id}`, { method: 'DELETE' }).then(again, fail)
                }
              >
                {t('End')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

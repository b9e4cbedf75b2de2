// The frame of all screens: the rail with the types, the top with the user, and a search by Ctrl K.

import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { seeAs } from '../data/as-role';
import { ask, online } from '../data/client';
import { isListed, known, may } from '../data/model';
import { api, path, siteName } from '../data/place';
import { extensionPages } from '../extensions/extensions';
import { t, translated } from '../i18n/translate';
import { steps } from '../router';
import { Button } from '../ui/button';
import { Menu } from '../ui/menu';
import { LiveRegion, Notice } from '../ui/notice';
import { AsRole } from './as-role';
import { GoTo } from './go-to';
import { pages } from './pages';

const railOpen = signal(false);
const searching = signal(false);

export interface Link {
  readonly to: string;
  readonly title: string;
}

/** Milliseconds. */
const BETWEEN_QUESTIONS = 5_000;

/** Asks the server until it answers. A form that waits asks by itself; other screens ask nothing. */
function AskAgain() {
  useEffect(() => {
    const timer = setInterval(() => void ask(`${api}/preferences`).catch(() => undefined), BETWEEN_QUESTIONS);
    return () => clearInterval(timer);
  }, []);
  return null;
}

/** The steps of an address that name its link. */
const DEPTHS: Readonly<Record<string, number>> = { types: 2, pages: 3 };

const typeLinks = (): readonly Link[] =>
  known()
    .types.filter(isListed)
    .map(({ uid, title }) => ({ to: `${path}/types/${uid}`, title }));

const pageLinks = (ofContent: boolean): readonly Link[] =>
  pages
    .filter(
      ({ plugin, actions, development, isContent = false }) =>
        isContent === ofContent &&
        (plugin === null || known().plugins.includes(plugin)) &&
        (!development || known().development) &&
        actions.every(may),
    )
    .map(({ name, title }) => ({ to: `${path}/${name}`, title: t(title) }));

const contentLinks = (): readonly Link[] => [...typeLinks(), ...pageLinks(true)];

const pluginLinks = (): readonly Link[] =>
  extensionPages.value
    .filter(({ part: { action } }) => action === undefined || may(action))
    .map(({ extension, part }) => ({
      to: `${path}/pages/${extension.name}/${part.path}`,
      title: translated(part.title),
    }));

function Links({ title, links }: { readonly title: string; readonly links: readonly Link[] }) {
  const here = `${path}/${steps.value.slice(0, DEPTHS[steps.value[0] ?? ''] ?? 1).join('/')}`;
  if (links.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {links.map((link) => (
          <li key={link.to}>
            <a
              href={link.to}
              aria-current={link.to === here ? 'page' : undefined}
              onClick={() => (railOpen.value = false)}
            >
              <bdi>{link.title}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

const allLinks = (): readonly Link[] => [
  { to: path, title: t('Home') },
  ...contentLinks(),
  ...pluginLinks(),
  ...pageLinks(false),
];

async function logOut(): Promise<void> {
  seeAs(null);
  await ask(`${api}/logout`, { method: 'POST' });
  location.assign(path);
}

export function Shell({ children }: { readonly children: ComponentChildren }) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      // A field may use the same keys.
      if (event.defaultPrevented) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        searching.value = true;
      }
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div class="shell">
      <a class="skip" href="#main" target="_self">
        {t('Skip to content')}
      </a>
      <header class="top">
        <Button
          kind="quiet"
          icon="menu"
          label={t('Menu')}
          expanded={railOpen.value}
          controls="rail"
          onClick={() => (railOpen.value = !railOpen.value)}
        />
        <a class="name" href={path}>
          {siteName}
        </a>
        <span class="grow" />
        <Button
          kind="quiet"
          icon="search"
          label={t('Go to (Ctrl K)')}
          onClick={() => (searching.value = true)}
        />
        <Menu title={<bdi>{known().user.username}</bdi>}>
          <a href={`${path}/account`}>{t('My account')}</a>
          <Button kind="quiet" onClick={() => void logOut()}>
            {t('Log out')}
          </Button>
        </Menu>
      </header>
      <nav id="rail" class={railOpen.value ? 'rail open' : 'rail'} aria-label={t('Screens')}>
        <ul>
          <li>
            <a href={path} aria-current={steps.value.length === 0 ? 'page' : undefined}>
              {t('Home')}
            </a>
          </li>
        </ul>
        <Links title={t('Content')} links={contentLinks()} />
        <Links title={t('Plugins')} links={pluginLinks()} />
        <Links title={t('Settings')} links={pageLinks(false)} />
      </nav>
      <main id="main" tabIndex={-1}>
        <AsRole />
        {children}
        {!online.value && (
          <div class="away">
            <Notice kind="warning">
              <AskAgain />
              {t('The server does not answer. Your text is kept in this browser, and saved later.')}
            </Notice>
          </div>
        )}
      </main>
      {searching.value && <GoTo links={allLinks()} onClose={() => (searching.value = false)} />}
      <LiveRegion />
    </div>
  );
}

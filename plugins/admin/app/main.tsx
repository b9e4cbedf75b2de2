// The start of the page: a one-time link, the login, or the screen of the address.
import { signal } from '@preact/signals';
import { render } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { loginNeeded } from './data/client';
import { canOpen, known, loadModel, may, model, openAction, typeOf } from './data/model';
import { path, siteName } from './data/place';
import { brokenExtensions, componentOfPage, extensionPages, loadExtensions } from './extensions/extensions';
import './fields/all';
import { rememberedLanguage, speak } from './i18n/language';
import { t, translated } from './i18n/translate';
import { address, go, steps } from './router';
import { AsRole } from './screens/as-role';
import { EditScreen } from './screens/edit';
import { Home } from './screens/home';
import { ListScreen } from './screens/list';
import { Login, LoginForm } from './screens/login';
import { pages } from './screens/pages';
import { Shell } from './screens/shell';
import { Welcome } from './screens/welcome';
import { Closed } from './ui/closed';
import { Dialog } from './ui/dialog';
import { WhyNot } from './ui/failure';
import { Titled } from './ui/head';
import { late as loadLate } from './ui/late';
import { Notice } from './ui/notice';
import './styles/admin.css';

const failure = signal('');

function start(): void {
  failure.value = '';
  loadModel(({ extensions }) => loadExtensions(extensions)).catch((error: unknown) => {
    failure.value = error instanceof Error ? error.message : String(error);
  });
}

const late = new Map(pages.map((page) => [page.name, loadLate(page.load)]));

function Screen() {
  const [name, second, third] = steps.value;
  // Before the screen names itself. Some screens have no name, such as one that says what is missing.
  useLayoutEffect(() => {
    document.title = siteName;
  }, [steps.value.join('/')]);
  if (name === undefined || name === 'welcome') return <Home />;
  if (name === 'types') {
    const type = typeOf(second ?? '');
    if (!type)
      return (
        <Notice kind="error">
          {t('There is no content type {uid}, or you may not see it.', { uid: second ?? '' })}{' '}
          {second !== undefined && <WhyNot refused={{ action: `${second}.find`, documentId: null }} />}
        </Notice>
      );
    const isSingle = type.kind === 'singleType';
    if (!isSingle && third === undefined) return <ListScreen key={type.uid} type={type} />;
    const isNew = !isSingle && third === 'new';
    const needed = isNew ? `${type.uid}.create` : openAction(type);
    if (isNew ? !type.actions.includes('create') : !canOpen(type)) return <Closed action={needed} />;
    return <EditScreen key={type.uid} type={type} documentId={isSingle || isNew ? null : (third ?? null)} />;
  }
  if (name === 'pages') {
    const found = extensionPages.value.find(
      ({ extension, part }) => extension.name === second && part.path === third,
    );
    if (!found) return <Notice kind="error">{t('There is no such page of a plugin.')}</Notice>;
    const { part } = found;
    const { action } = part;
    if (action !== undefined && !may(action)) return <Closed action={action} />;
    const Own = componentOfPage(found);
    return (
      <Titled key={`${second}/${third}`} title={translated(part.title)}>
        <Own />
      </Titled>
    );
  }
  const missing = pages.find((page) => page.name === name)?.actions.find((action) => !may(action));
  // Everyone may ask about themselves.
  if (missing !== undefined && name !== 'explain') return <Closed action={missing} />;
  const Page = late.get(name);
  return Page ? <Page key={name} /> : <Notice kind="error">{t('There is no such screen.')}</Notice>;
}

function App() {
  const secret = steps.value[0] === 'welcome' ? location.hash.slice(1) : '';
  if (secret !== '' && model.value === null)
    return (
      <Welcome
        secret={secret}
        onEntered={() => {
          go(path, true);
          start();
        }}
      />
    );
  if (model.value === null) {
    if (loginNeeded.value) return <Login onEntered={() => undefined} />;
    return failure.value === '' ? (
      <p class="nothing">{t('Loading …')}</p>
    ) : (
      <>
        <AsRole />
        <Notice kind="error">{failure.value}</Notice>
      </>
    );
  }
  void address.value;
  return (
    <Shell>
      {failure.value !== '' && <Notice kind="error">{failure.value}</Notice>}
      {known().development &&
        brokenExtensions.value.map(({ name, plugin, problem }) => (
          <Notice key={name} kind="warning">
            {t('The extension “{name}” of the plugin “{plugin}” is left out: {problem}', {
              name,
              plugin,
              problem: problem ?? '',
            })}
          </Notice>
        ))}
      <Screen />
      {loginNeeded.value && (
        <Dialog title={t('Your session has ended')} sudden>
          <p>{t('Log in again. Your text is still here.')}</p>
          <LoginForm
            expected={known().user.username}
            onEntered={(username) => {
              // Another person must not save the text of this one: it waits in the browser.
              if (username !== known().user.username) location.assign(path);
            }}
          />
        </Dialog>
      )}
    </Shell>
  );
}

const root = document.getElementById('app');
// The model is asked for while the catalogue loads.
if (!(steps.value[0] === 'welcome' && location.hash.length > 1)) start();
void speak(rememberedLanguage()).then(() => root && render(<App />, root));

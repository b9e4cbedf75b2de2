// "Why not?": may a user do an action, and which permission or rule decides.

import { useState } from 'preact/hooks';
import { useLoaded } from '../data/load';
import { known, may, readable, typeOf } from '../data/model';
import { api, path } from '../data/place';
import { queryOf } from '../data/query';
import { findUsers } from '../data/users';
import { listOf, type Message, msg, t } from '../i18n/translate';
import { search, setSearch } from '../router';
import { Combobox } from '../ui/combobox';
import { Head } from '../ui/head';
import { Notice } from '../ui/notice';
import { pages } from './pages';

interface Answer {
  readonly user: { readonly username: string };
  readonly action: string;
  readonly role: { readonly id: number; readonly name: string; readonly type: string } | null;
  readonly reason: 'allowed' | 'blocked' | 'no-role' | 'missing' | 'row' | 'draft';
  readonly rule: { readonly where?: unknown; readonly fields?: readonly string[] } | null;
  readonly roles: readonly { readonly id: number; readonly name: string; readonly ruled: boolean }[];
}

/** All actions, also those that the caller may not do. */
interface Grantable {
  readonly permissions: Readonly<
    Record<string, { readonly controllers: Readonly<Record<string, Readonly<Record<string, unknown>>>> }>
  >;
}

const verbsOf = (grantable: Grantable | null, uid: string): readonly string[] => {
  const [owner = '', controller = ''] = uid.split('.');
  return Object.keys(grantable?.permissions[owner]?.controllers[controller] ?? {});
};

const REASONS: Readonly<Record<Answer['reason'], Message>> = {
  allowed: msg('{user} may do it: the role {role} has the permission.'),
  blocked: msg('{user} is blocked, or has not confirmed the address.'),
  'no-role': msg('{user} has no role.'),
  missing: msg('The role {role} of {user} does not have the permission.'),
  row: msg('The role {role} has the permission, but its rule leaves this document out.'),
  draft: msg('The document has only a draft, and the role {role} may not read drafts.'),
};

/** The user may look at other users. */
const seesOthers = (): boolean => pages.some(({ name, actions }) => name === 'explain' && actions.every(may));

/** Without a user in the address, it is about the user who asks: a refused request links here. */
export function ExplainScreen() {
  const action = search.value.get('action') ?? '';
  const documentId = search.value.get('document') ?? '';
  const user = search.value.get('user') ?? '';
  return (
    <section>
      <Head title={t('Why not?')} />
      {seesOthers() ? (
        <>
          <p>
            {t('Choose a person and an action. The answer names the permission or the rule that decides.')}
          </p>
          <Question />
        </>
      ) : (
        action === '' && <p>{t('The message of a refused request links to its explanation here.')}</p>
      )}
      {action !== '' && <Verdict at={`${api}/explain${queryOf({ user, action, documentId })}`} />}
    </section>
  );
}

function Question() {
  const [name, setName] = useState('');
  const user = search.value.get('user');
  const action = search.value.get('action') ?? '';
  const documentId = search.value.get('document') ?? '';
  const dot = action.lastIndexOf('.');
  const uid = action.slice(0, dot);
  const type = typeOf(uid);
  const { value: grantable } = useLoaded<Grantable>(`${known().prefix}/users-permissions/permissions`);
  return (
    <div class="narrow short">
      <div class="field">
        <label for="explain-user">{t('User')}</label>
        {(user === null || name !== '') && (
          <span class="chip">
            <bdi>{user === null ? known().user.username : name}</bdi>
          </span>
        )}
        <Combobox
          id="explain-user"
          label={t('User')}
          search={findUsers}
          onPick={({ id, title }) => {
            setName(title);
            setSearch({ user: id });
          }}
        />
      </div>
      <div class="field">
        <label for="explain-type">{t('Content type')}</label>
        <select
          id="explain-type"
          value={uid}
          onChange={(event) =>
            setSearch({
              action: event.currentTarget.value && `${event.currentTarget.value}.find`,
              document: null,
            })
          }
        >
          <option value="">{t('Choose …')}</option>
          {known().types.map((each) => (
            <option key={each.uid} value={each.uid}>
              {each.title}
            </option>
          ))}
        </select>
      </div>
      {type && (
        <div class="field">
          <label for="explain-action">{t('Action')}</label>
          <select
            id="explain-action"
            value={action.slice(dot + 1)}
            onChange={(event) => setSearch({ action: `${uid}.${event.currentTarget.value}` })}
          >
            {verbsOf(grantable, uid).map((verb) => (
              <option key={verb} value={verb}>
                {readable(verb)}
              </option>
            ))}
          </select>
        </div>
      )}
      {type && (
        <div class="field">
          <label for="explain-document">{t('API id of a document (not required)')}</label>
          <input
            id="explain-document"
            type="text"
            dir="ltr"
            value={documentId}
            onChange={(event) => setSearch({ document: event.currentTarget.value.trim() })}
          />
        </div>
      )}
    </div>
  );
}

function Verdict({ at }: { readonly at: string }) {
  const { value, failure } = useLoaded<{ data: Answer }>(at);
  if (failure !== '') return <Notice kind="error">{failure}</Notice>;
  if (!value) return <p class="nothing">{t('Loading …')}</p>;
  const { user, action, role, reason, rule, roles } = value.data;
  return (
    <>
      <Notice kind={reason === 'allowed' ? 'info' : 'warning'}>
        {t(REASONS[reason], { user: user.username, role: role?.name ?? '' })}
      </Notice>
      <dl class="facts">
        <dt>{t('Permission')}</dt>
        <dd>
          <code>{action}</code>
        </dd>
        {rule?.where !== undefined && (
          <>
            <dt>{t('Only documents with')}</dt>
            <dd>
              <code>{JSON.stringify(rule.where)}</code>
            </dd>
          </>
        )}
        {rule?.fields && (
          <>
            <dt>{t('Only these fields')}</dt>
            <dd>{listOf(rule.fields)}</dd>
          </>
        )}
        {seesOthers() && (
          <>
            <dt>{t('Roles that have it')}</dt>
            <dd>
              {roles.length === 0 && '–'}
              <ul class="plain">
                {roles.map(({ id, name, ruled }) => (
                  <li key={id}>
                    <a href={`${path}/roles/${id}`}>{name}</a> {ruled && <small>{t('with a rule')}</small>}
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
      {reason !== 'allowed' && !seesOthers() && <p>{t('An administrator can change this.')}</p>}
      {reason === 'missing' && role && (
        <p>
          {t('To grant it:')} <code dir="ltr">{`quire role grant ${role.type} ${action}`}</code>
        </p>
      )}
    </>
  );
}

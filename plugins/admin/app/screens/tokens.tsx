// API tokens. A secret is shown once.
import { useState } from 'preact/hooks';
import { ask } from '../data/client';
import { useLoaded } from '../data/load';
import { known, may } from '../data/model';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Notice } from '../ui/notice';
import { SimpleForm } from '../ui/simple-form';
import { agoOf } from './list';

interface Token {
  readonly id: number;
  readonly documentId: string;
  readonly name: string;
  readonly type: string;
  readonly expiresAt: string | null;
  readonly lastUsedAt: string | null;
  readonly declared: boolean;
}

const action = (verb: string): string => `plugin::api-tokens.token.${verb}`;
const KINDS = [
  ['read-only', 'Read only'],
  ['full-access', 'Full access'],
  ['custom', 'Chosen actions'],
] as const;
const LIFESPANS = [
  ['30d', '30 days'],
  ['90d', '90 days'],
  ['365d', 'One year'],
  ['', 'For ever'],
] as const;

export function TokensScreen() {
  const at = `${known().prefix}/api-tokens`;
  const { value, failure, fail, again } = useLoaded<{ data: readonly Token[] }>(at);
  const [adding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [sure, setSure] = useState<string | null>(null);
  return (
    <section>
      <header class="head">
        <h1>API tokens</h1>
        <span class="grow" />
        {may(action('create')) && (
          <Button kind="main" icon="plus" onClick={() => setAdding(true)}>
            New
          </Button>
        )}
      </header>
      {failure !== '' && <Notice kind="error">{failure}</Notice>}
      {value?.data.length === 0 && (
        <p class="nothing">No tokens. A program needs one to use the API with rights of its own.</p>
      )}
      <div class="table">
        <table>
          <caption class="spoken">API tokens</caption>
          <thead>
            <tr>
              <th scope="col">Name</th>
              <th scope="col">Kind</th>
              <th scope="col">Expires</th>
              <th scope="col">Last used</th>
              <th scope="col">
                <span class="spoken">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {value?.data.map((token) => (
              <tr key={token.id}>
                <td>{token.name}</td>
                <td>{token.type}</td>
                <td>{token.expiresAt === null ? 'Never' : agoOf(token.expiresAt)}</td>
                <td>{token.lastUsedAt === null ? 'Never' : agoOf(token.lastUsedAt)}</td>
                <td>
                  {token.declared && 'From the configuration'}
                  {!token.declared && may(action('revoke')) && sure !== token.documentId && (
                    <Button kind="quiet" onClick={() => setSure(token.documentId)}>
                      Revoke
                    </Button>
                  )}
                  {sure === token.documentId && (
                    <Button
                      kind="danger"
                      onClick={() =>
                        void ask(`${at}/${token.documentId}`, { method: 'DELETE' }).then(again, fail)
                      }
                    >
                      Revoke {token.name}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {adding && (
        <Dialog title="New token" onClose={() => setAdding(false)}>
          <SimpleForm
            submit="Create"
            onCancel={() => setAdding(false)}
            fields={[
              { name: 'name', label: 'Name', required: true },
              { name: 'type', label: 'Kind', choices: KINDS, value: 'read-only' },
              { name: 'lifespan', label: 'Lifespan', choices: LIFESPANS, value: '90d' },
              { name: 'actions', label: 'Actions, one in each line (for chosen actions)', kind: 'lines' },
            ]}
            send={async ({ name, type, lifespan, actions = '' }) => {
              const { data } = await ask<{ data: { accessKey: string } }>(at, {
                method: 'POST',
                body: {
                  name,
                  type,
                  lifespan: lifespan === '' ? null : lifespan,
                  ...(type === 'custom'
                    ? { actions: actions.split(/\s+/).filter((each) => each !== '') }
                    : {}),
                },
              });
              setAdding(false);
              setSecret(data.data.accessKey);
              again();
            }}
          />
        </Dialog>
      )}
      {secret !== null && (
        <Dialog title="The secret of the token" wide onClose={() => setSecret(null)}>
          <p>Copy it now. It is not shown again.</p>
          <textarea readOnly class="code" aria-label="Secret" value={secret} />
          <div class="row">
            <Button kind="main" icon="copy" onClick={() => void navigator.clipboard.writeText(secret)}>
              Copy
            </Button>
            <Button onClick={() => setSecret(null)}>Close</Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}

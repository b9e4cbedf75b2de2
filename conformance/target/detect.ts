// Detects the capabilities of a deployment by requests. A declared capability is not tested.
import type { Answer } from '../cases/case';
import { valueAt } from '../runner/captures';
import type { Client } from '../runner/client';
import type { Capability } from '../spec/row';
import type { Ability, Target } from './target';

type Place = Pick<Target, 'url' | 'prefix' | 'graphql' | 'tokens'>;

export async function detect(place: Place, client: Client): Promise<Map<Capability, Ability>> {
  const token = place.tokens.full;
  const ask = async (
    method: string,
    path: string,
    body?: unknown,
    accept?: string,
  ): Promise<Answer | null> => {
    const headers: Record<string, string> = {};
    if (token !== undefined) headers.authorization = `Bearer ${token}`;
    if (body !== undefined) headers['content-type'] = 'application/json';
    if (accept !== undefined) headers.accept = accept;
    return client
      .send({
        method,
        url: place.url + path,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
      })
      .catch(() => null);
  };
  const api = (method: string, path: string, body?: unknown) => ask(method, place.prefix + path, body);
  const found = new Map<Capability, Ability>();
  const say = (name: Capability, on: boolean, because: string): void => {
    found.set(name, { on, because });
  };

  const draft = await api('POST', '/authors?status=draft', { data: { name: 'conformance probe' } });
  const draftId = valueAt(draft?.body, 'data.documentId');
  say(
    'drafts',
    draft?.status === 201 && valueAt(draft.body, 'data.publishedAt') === null,
    `POST /authors?status=draft answered ${shown(draft, 'data.publishedAt')} as publishedAt`,
  );
  if (typeof draftId === 'string') await api('DELETE', `/authors/${draftId}`);

  const french = await api('POST', '/restaurants?locale=fr', { data: { Name: 'conformance probe' } });
  const frenchId = valueAt(french?.body, 'data.documentId');
  say(
    'i18n',
    valueAt(french?.body, 'data.locale') === 'fr',
    `POST /restaurants?locale=fr answered ${shown(french, 'data.locale')} as locale`,
  );
  if (typeof frenchId === 'string')
    await api('DELETE', `/restaurants/${frenchId}${found.get('i18n')?.on ? '?locale=*' : ''}`);

  const login = await api('POST', '/auth/local', {
    identifier: 'nobody@conformance.test',
    password: 'wrong-password',
  });
  const roles = await api('GET', '/users-permissions/roles');
  say(
    'auth',
    login?.status === 400 && roles?.status === 200,
    `POST /auth/local answered ${login?.status ?? 'nothing'}, GET /users-permissions/roles ${roles?.status ?? 'nothing'} (the suite creates its own roles)`,
  );
  say(
    'tokens',
    place.tokens.full !== undefined && place.tokens['read-only'] !== undefined,
    'needs --token and --token-read-only',
  );
  const files = await api('GET', '/upload/files');
  say('upload', files?.status === 200, `GET /upload/files answered ${files?.status ?? 'nothing'}`);

  const typename = await ask('POST', place.graphql, { query: '{ __typename }' });
  const graphql = valueAt(typename?.body, 'data.__typename') === 'Query';
  say('graphql', graphql, `POST ${place.graphql} answered ${typename?.status ?? 'nothing'}`);
  const aggregate = graphql
    ? await ask('POST', place.graphql, { query: '{ plains_connection { aggregate { count } } }' })
    : null;
  say(
    'aggregates',
    typeof valueAt(aggregate?.body, 'data.plains_connection.aggregate.count') === 'number',
    graphql ? 'plains_connection has no aggregate' : 'there is no GraphQL endpoint',
  );
  const page = await ask('GET', place.graphql, undefined, 'text/html');
  say(
    'sandbox',
    graphql && page?.status === 200 && (page.headers['content-type'] ?? '').includes('html'),
    `GET ${place.graphql} for a browser answered ${page?.status ?? 'nothing'}`,
  );
  say('array', false, 'no content type of the suite has an array, because some deployments lack the type');
  return found;
}

const shown = (answer: Answer | null, path: string): string =>
  answer === null
    ? 'nothing'
    : `${answer.status} with ${JSON.stringify(valueAt(answer.body, path)) ?? 'nothing'}`;

/** Capabilities of a deployment that the suite itself starts. */
export function deploymentAbilities(found: ReadonlyMap<Capability, Ability>): [Capability, Ability][] {
  const because = 'the suite starts the deployment itself';
  const on = (name: Capability): [Capability, Ability] => [name, { on: true, because }];
  const graphql = found.get('graphql')?.on === true;
  return [
    on('config'),
    on('production'),
    on('files'),
    on('array'),
    ...(graphql
      ? [on('extension')]
      : [['extension', { on: false, because: 'there is no GraphQL endpoint' }] as [Capability, Ability]]),
  ];
}

/** For a deployment that the suite reaches over the network. */
export const REMOTE_ABILITIES: readonly [Capability, Ability][] = [
  'config',
  'production',
  'files',
  'extension',
].map((name) => [name, { on: false, because: 'the suite did not start the deployment' }]);

/** `graphql`: available; `-graphql`: missing. */
export const declaredAbilities = (declared: readonly string[]): [Capability, Ability][] =>
  declared.map((word) => [
    word.replace(/^-/, ''),
    { on: !word.startsWith('-'), because: 'declared on the command line' },
  ]);

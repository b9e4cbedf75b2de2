// Starts share processes. Each of them sees only its own files and variables.
import type { Deployment } from '../cases/case';
import { Client } from '../wire/client';
import { startOwnApp } from './own-app';
import type { Target } from './target';

const serverWith = (server: object): Deployment => ({ config: { server } });

describe('starts that must fail', () => {
  const client = new Client({ timeout: 120_000, insecure: false, sockets: 1 });
  let target: Target;
  const refusal = async (deployment: Deployment) => target.refusal?.(deployment);

  beforeAll(async () => {
    target = await startOwnApp({ client, without: [], database: 'sqlite' });
  });
  afterAll(async () => {
    await target?.close();
    client.close();
  });

  it('give their message in development and in production', async () => {
    expect(await refusal(serverWith({ bodyLimit: 'x' }))).toMatch(/^error .*config\/server.json/s);
    expect(await refusal({ ...serverWith({ bodyLimit: 'x' }), production: true })).toMatch(/"level":"error"/);
  });

  it('are null when the application starts, before and after a failure', async () => {
    expect(await refusal({})).toBeNull();
    expect(await refusal(serverWith({ bodyLimit: 'x' }))).toContain('bodyLimit');
    expect(await refusal({ production: true })).toBeNull();
  });

  it('run one after another when several are wanted at once', async () => {
    const wrong = ['logs', 'timeouts', 'buffers'];
    const said = await Promise.all(wrong.map((key) => refusal(serverWith({ [key]: 'x' }))));
    expect(
      said.map((text, index) => wrong.filter((key) => text?.includes(key)).join() === wrong[index]),
    ).toEqual([true, true, true]);
  });

  it('are not tried when an earlier deployment fails', async () => {
    await expect(refusal({ before: serverWith({ bodyLimit: 'x' }) })).rejects.toThrow(/ended with 1/);
  });
});

describe('deployments that share a process', () => {
  const client = new Client({ timeout: 120_000, insecure: false, sockets: 3 });
  let target: Target;
  const prefixed = async (prefix: string) => target.deploy?.({ config: { api: { rest: { prefix } } } });
  /** 403: the route exists, and needs credentials. */
  const statusOf = async (url = '') => (await fetch(url)).status;

  beforeAll(async () => {
    target = await startOwnApp({ client, without: [], database: 'sqlite' });
  });
  afterAll(async () => {
    await target?.close();
    client.close();
  });

  it('answer beside each other, and end one by one', async () => {
    const [one, two] = await Promise.all([prefixed('/one'), prefixed('/two')]);
    const urls = [`${one?.url}/one/plains`, `${one?.url}/two/plains`, `${two?.url}/two/plains`];
    expect(await Promise.all(urls.map(statusOf))).toEqual([403, 404, 403]);
    await one?.close();
    await expect(fetch(urls[0] ?? '')).rejects.toThrow();
    expect(await statusOf(urls[2])).toBe(403);
    await two?.close();
    await expect(fetch(urls[2] ?? '')).rejects.toThrow();
  });
});

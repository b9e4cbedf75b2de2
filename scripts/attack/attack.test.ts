// Proves that the suite can fail: it finds each fault. A step of CI proves that it finds nothing in a sound deployment.
import { type Mutant, type Seen, startProxy } from '../../conformance/mutants/mutating-proxy';
import { Client } from '../../conformance/wire/client';
import type { Attack, Kind } from './attack';
import { admin } from './kinds/admin';
import { KINDS } from './kinds/all-kinds';
import { malformed } from './kinds/malformed';
import { upgrades } from './kinds/upgrades';
import { type OpenedTarget, openOwn } from './open-target';
import { details } from './report';
import { type KindResult, runAttacks } from './run';
import { FAULTS, FAULTY, startFragileServer, startNaiveServer } from './testing-faults';

/** Only the attacks that a fault names. */
const chosen: readonly Kind[] = KINDS.flatMap((kind) => {
  const wanted = FAULTS.filter(({ finds }) => finds.startsWith(`${kind.name}.`)).map(({ finds }) =>
    finds.slice(kind.name.length + 1),
  );
  const isWanted = ({ id }: Attack): boolean => wanted.some((start) => id.startsWith(start));
  return wanted.length === 0
    ? []
    : [{ ...kind, attacks: async (site) => (await kind.attacks(site)).filter(isWanted) }];
});

const idsOf = (results: readonly KindResult[]): string[] =>
  results.flatMap(({ findings }) => findings.map(({ id }) => id));

describe('the attacks', () => {
  let opened: OpenedTarget;
  const client = new Client({ timeout: 120_000, insecure: false, sockets: 64, longestWait: 1 });
  const attack = (target: OpenedTarget, kinds: readonly Kind[]): Promise<KindResult[]> =>
    runAttacks({ opened: target, client, kinds, seed: 1, isShort: true });
  let found: readonly KindResult[] = [];

  beforeAll(async () => {
    opened = await openOwn({ database: 'sqlite', without: [] }, client);
    const proxy = await startProxy(opened.target, FAULTY, client);
    found = await attack({ ...opened, target: { ...opened.target, url: proxy.url } }, chosen);
    await proxy.close();
  });
  afterAll(async () => {
    await opened?.target.close();
    client.close();
  });

  it.each(FAULTS.map(({ finds, does }) => [finds, does]))('%s: %s', (finds) => {
    expect(idsOf(found).filter((id) => id.startsWith(finds))).not.toEqual([]);
    expect(found.flatMap(({ broken }) => broken)).toEqual([]);
  });

  it('the report names the rule, the answer and a command', () => {
    const text = details(found);
    expect(text).toContain('HIGH  oracles.full.checks.hid.');
    expect(text).toContain('broken: A right and a wrong guess of a hidden value get equal answers.');
    expect(text).toMatch(/curl -g -i -H "Authorization: Bearer \$TOKEN" 'http:.*filters\[hid\]/);
  });

  it('admin: a refusal proves nothing where the sound request is refused, too', async () => {
    const isView = ({ path }: Seen): boolean => path.startsWith('/admin/api/views/');
    const answer: Mutant['answer'] = (_answer, seen) => (isView(seen) ? { status: 404, body: {} } : {});
    const proxy = await startProxy(opened.target, { row: '', does: 'has no views', answer }, client);
    const kind: Kind = {
      ...admin,
      attacks: async (site) =>
        (await admin.attacks(site)).filter(({ id }) => /^no-session\.(views\.list|explain)$/.test(id)),
    };
    const results = await attack({ ...opened, target: { ...opened.target, url: proxy.url } }, [kind]);
    await proxy.close();
    expect(idsOf(results)).toEqual([]);
    expect(results.flatMap(({ broken }) => broken)).toEqual([
      {
        id: 'admin.no-session.views.list',
        why: expect.stringMatching(/the sound request GET .*views.* 404/),
      },
    ]);
  });

  it('malformed.smuggling: a server answers a smuggled request', async () => {
    const naive = await startNaiveServer();
    try {
      const target = { ...opened.target, url: naive.url, abilities: new Map() };
      const subjects = opened.subjects.slice(0, 1);
      const results = await attack({ ...opened, target, subjects, rules: null }, [malformed]);
      expect(idsOf(results)).toEqual(
        expect.arrayContaining(['malformed.smuggling.cl-te', 'malformed.smuggling.te-cl']),
      );
    } finally {
      naive.close();
    }
  });

  it('upgrades: a server accepts each offer, and ends with a reset', async () => {
    const fragile = await startFragileServer();
    try {
      const target = { ...opened.target, url: fragile.url, abilities: new Map() };
      const subjects = opened.subjects.slice(0, 1);
      const kind: Kind = {
        ...upgrades,
        attacks: async (site) => [...(await upgrades.attacks(site))].reverse(),
      };
      const results = await attack({ ...opened, target, subjects, rules: null }, [kind]);
      expect(idsOf(results)).toEqual(expect.arrayContaining(['upgrades.answer.root', 'upgrades.reset.root']));
    } finally {
      fragile.close();
    }
  });
});

// Writes that say something else than they do: a stored write that is answered as stopped, and links that no caller removed.
import { makeUser } from '../../../conformance/cases/accounts';
import type { Target } from '../../../conformance/target/target';
import { valueAt } from '../../../conformance/wire/captures';
import { Client } from '../../../conformance/wire/client';
import { ask, type Exchange, NotPossible } from '../ask';
import { type Attack, breach, type Kind } from '../attack';
import type { Site } from '../site';

export const lostWrites: Kind = {
  name: 'lost-writes',
  summary: 'writes that take longer than their answer, and links that the caller cannot see',
  attacks: (site) => [
    ...(['written', 'committed'] as const).flatMap((phase) =>
      (['rest', 'graphql'] as const).map((transport) => late(phase, transport)),
    ),
    ...(site.isOn('auth')
      ? Object.entries(REPLACES).map(([form, labels]) => replacesLinks(form, labels))
      : []),
    ...(site.isOn('auth') ? [replacesHidden] : []),
  ],
};

// ── writes that take longer than their answer ──

const STOPPED = 'A write that is answered as stopped is not stored.';
/** Milliseconds: the answer's time, and the time that a tap waits. */
const ANSWER = 600;
const TAP = 2_500;

/** Taps wait for documents whose name names the phase. */
const SLOW_TAPS = `(_extension, app) => {
  const wait = (phase) => async ({ document }) => {
    if (String(document?.name).includes(phase)) await new Promise((resolve) => setTimeout(resolve, ${TAP}));
  };
  app.hooks.documents.written(wait('written'));
  app.hooks.documents.committed(wait('committed'));
}`;

function late(phase: 'written' | 'committed', transport: 'rest' | 'graphql'): Attack {
  return {
    id: `late.${phase}.${transport}`,
    severity: 'high',
    rule: STOPPED,
    async ask(site) {
      if (!site.target.deploy) throw new NotPossible('the suite did not start the deployment');
      const target = await site.target.deploy({
        config: { server: { timeouts: { answer: ANSWER } } },
        extension: SLOW_TAPS,
      });
      try {
        return await askLate(target, `${phase} ${site.mark()}`, transport);
      } finally {
        await target.close();
      }
    },
  };
}

async function askLate(target: Target, name: string, transport: 'rest' | 'graphql') {
  const client = new Client({ timeout: 20_000, insecure: false, sockets: 4 });
  const send = (call: Parameters<typeof ask>[2]): Promise<Exchange> =>
    ask(target, client, call, target.tokens.full ?? null);
  const asked = await send(
    transport === 'rest'
      ? { method: 'POST', path: '/plains', body: { data: { name } } }
      : {
          method: 'POST',
          from: 'root',
          path: target.graphql,
          body: { query: `mutation { createPlain(data: { name: ${JSON.stringify(name)} }) { documentId } }` },
        },
  );
  if (!asked.text.includes('was stopped')) return null;
  // The tap ends, and with it the transaction.
  const until = performance.now() + TAP + 1_500;
  do {
    const found = await send({ path: `/plains?filters[name]=${encodeURIComponent(name)}` });
    if (valueAt(found.body, 'data.0.documentId') !== undefined)
      return breach('the answer says that the request was stopped, and the document is stored', asked, found);
    await new Promise((resolve) => setTimeout(resolve, 250));
  } while (performance.now() < until);
  return null;
}

// ── links that the caller cannot see ──

const KEPT = 'A list that a caller sends removes no link to a document that the caller cannot see.';
type Ids = readonly string[];

/** The new value, and the visible links that it leaves. */
const REPLACES: Readonly<Record<string, (seen: Ids) => readonly [value: unknown, left: Ids]>> = {
  set: (seen) => [{ set: [...seen].reverse() }, [...seen].reverse()],
  list: (seen) => [seen.slice(1), seen.slice(1)],
  empty: () => [[], []],
  null: () => [null, []],
};

const SEEN = ['seen', 'hidden', 'seen', 'seen', 'hidden'];

/** A document whose relation has visible and hidden targets, and a caller for whom some are hidden. */
async function limited(site: Site, target: 'label' | 'group', names: readonly string[]) {
  const [labels, plains] = [`${target}s`, 'plains'].map((path) =>
    site.subjects.find((one) => one.path === path),
  );
  if (!labels || !plains) throw new NotPossible('the content types of the suite are missing');
  const mark = site.mark();
  const made: string[] = [];
  for (const name of names) made.push((await site.create(labels, { name: `${mark} ${name}` })).documentId);
  const value = target === 'label' ? made : made[0];
  const { documentId } = await site.create(plains, { [target === 'label' ? 'labels' : 'group']: value });
  const alias = `limited${mark}`;
  await makeUser(site.bench, alias, [
    ...['find', 'findOne', 'update'].map((verb) => `api::plain.plain.${verb}`),
    { action: `api::${target}.${target}.find`, where: { name: { $endsWith: 'seen' } } },
  ]);
  const path = `/plains/${documentId}`;
  return {
    made,
    put: (data: unknown) => site.ask({ method: 'PUT', path, as: alias, body: { data } }),
    stored: (name: string) => site.ask({ path: `${path}?populate=${name}` }),
  };
}

function replacesLinks(form: string, replace: (typeof REPLACES)[string]): Attack {
  return {
    id: `links.${form}`,
    severity: 'high',
    rule: KEPT,
    async ask(site) {
      const { made, put, stored } = await limited(site, 'label', SEEN);
      const [seen, hidden] = ['seen', 'hidden'].map((kind) => made.filter((_id, at) => SEEN[at] === kind));
      const [labels, left] = replace(seen ?? []);
      const asked = await put({ labels });
      const found = await stored('labels');
      const listed = valueAt(found.body, 'data.labels');
      const ids = Array.isArray(listed) ? listed.map((one) => String(valueAt(one, 'documentId'))) : [];
      const isKept = (all: Ids): boolean =>
        JSON.stringify(ids.filter((id) => all.includes(id))) === JSON.stringify(all);
      return ids.length === left.length + (hidden?.length ?? 0) && isKept(left) && isKept(hidden ?? [])
        ? null
        : breach(
            `${ids.length} links are left, not ${left.length} visible and ${hidden?.length} hidden ones`,
            asked,
            found,
          );
    },
  };
}

const replacesHidden: Attack = {
  id: 'links.to-one',
  severity: 'high',
  rule: KEPT,
  async ask(site) {
    const { made, put, stored } = await limited(site, 'group', ['hidden']);
    const groups = site.subjects.find(({ path }) => path === 'groups');
    if (!groups) throw new NotPossible('the content types of the suite are missing');
    const other = await site.create(groups, { name: `${site.mark()} seen` });
    for (const group of [null, [], { set: [] }, other.documentId, { connect: [other.documentId] }]) {
      const asked = await put({ group });
      const found = await stored('group');
      if (valueAt(found.body, 'data.group.documentId') !== made[0])
        return breach('the hidden target is no longer linked', asked, found);
    }
    return null;
  },
};

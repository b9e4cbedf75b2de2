// Races: many equal requests at once. Exactly one wins, or all of them count; nothing is lost and nothing is half done.
import { valueAt } from '../../../conformance/wire/captures';
import { type Exchange, NotPossible } from '../ask';
import { type Attack, breach, type Kind } from '../attack';
import type { Subject } from '../learn';
import type { Site } from '../site';
import { accountRaces } from './account-races';
import { CROWD, crowd, exactlyOne, firstWrong, succeeded } from './crowd';

const ONE = 'Of equal requests at once, exactly one creates.';
const ALL = 'Of requests at once, every acknowledged one is stored.';
const HOLDS = 'Requests at once leave a document in one of the states that they ask for.';

export const races: Kind = {
  name: 'races',
  summary: 'parallel requests: unique values, registration, links, publishing, conditional writes',
  attacks: (site) => [
    ...(site.isOn('auth') ? accountRaces() : []),
    ...site.unique.map(unique),
    ...site.subjects.flatMap((subject) => [
      ...(site.isShort && site.dice.below(3) > 0
        ? []
        : [creates(subject), deletes(subject), conditional(subject)]),
      ...Object.keys(subject.relations)
        .slice(0, site.isShort ? 1 : 3)
        .map((name) => connects(subject, name)),
    ]),
    ...site.subjects.filter(({ path }) => path === 'articles' || path === 'authors').map(publishes),
  ],
};

/** `checks.uniq` */
function unique(place: string): Attack {
  const [path = '', name = ''] = place.split('.');
  return {
    id: `unique.${place}`,
    severity: 'high',
    rule: ONE,
    async ask(site) {
      const subject = site.subjects.find((one) => one.path === path);
      if (!subject) throw new NotPossible(`there is no type ${path}`);
      const { data: sound } = await site.create(subject);
      const names = Object.keys(subject.sample('')).concat(filled(subject, sound));
      const mark = site.mark();
      const all = await crowd(site, () => ({
        method: 'POST',
        path: `/${path}`,
        body: { data: { ...subject.sample(mark, names), [name]: mark } },
      }));
      removeLater(site, subject, all);
      return exactlyOne(all);
    },
  };
}

/** Texts that a created document got beyond the required ones: publishing needs them. */
const filled = ({ inputs }: Subject, data: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(inputs).filter((name) => typeof data[name] === 'string' && String(data[name]).startsWith('cf'));

function removeLater(site: Site, { path }: Subject, all: readonly Exchange[]): void {
  for (const { body } of all.filter(succeeded))
    site.bench.afterwards({ send: 'DELETE', path: `/${path}/${String(valueAt(body, 'data.documentId'))}` });
}

function creates(subject: Subject): Attack {
  return {
    id: `create.${subject.path}`,
    severity: 'high',
    rule: ALL,
    async ask(site) {
      const { data } = await site.create(subject);
      const names = Object.keys(subject.sample('')).concat(filled(subject, data));
      const body = (): unknown => ({ data: subject.sample(site.mark(), names) });
      const all = await crowd(site, () => ({ method: 'POST', path: `/${subject.path}`, body: body() }));
      removeLater(site, subject, all);
      for (const { body: made } of all.filter(succeeded)) {
        const path = `/${subject.path}/${String(valueAt(made, 'data.documentId'))}`;
        const read = await site.ask({ path });
        if (read.status !== 200) return breach(`a created document answers ${read.status}`, read);
      }
      return firstWrong(all);
    },
  };
}

function deletes(subject: Subject): Attack {
  return {
    id: `delete.${subject.path}`,
    severity: 'low',
    rule: 'Of equal deletes at once, each succeeds or finds no document, and the document is gone.',
    async ask(site) {
      const { documentId } = await site.create(subject);
      const path = `/${subject.path}/${documentId}`;
      const all = await crowd(site, () => ({ method: 'DELETE', path }));
      const left = await site.ask({ path });
      if (left.status !== 404) return breach(`afterwards a read answers ${left.status}`, left);
      return firstWrong(all);
    },
  };
}

/** All writers name the same version; one of them may win. */
function conditional(subject: Subject): Attack {
  return {
    id: `if-match.${subject.path}`,
    severity: 'high',
    rule: 'Of writes at once that name one ETag, exactly one succeeds.',
    async ask(site) {
      const { documentId } = await site.create(subject);
      const path = `/${subject.path}/${documentId}`;
      const { answer } = await site.ask({ path });
      const etag = answer?.headers.etag;
      if (etag === undefined || etag.startsWith('W/'))
        throw new NotPossible('the answers have no strong ETag');
      const text = Object.keys(subject.inputs)[0] ?? '';
      const all = await crowd(site, (index) => ({
        method: 'PUT',
        path,
        headers: { 'if-match': etag },
        body: { data: subject.sample(`${site.mark()}${index}`, [text]) },
      }));
      if (all.every(({ status }) => status === 400))
        throw new NotPossible(`the attribute ${text} takes no sample`);
      return exactlyOne(all);
    },
  };
}

/** Each request connects another target. All acknowledged ones must be linked. */
function connects(subject: Subject, name: string): Attack {
  return {
    id: `connect.${subject.path}.${name}`,
    severity: 'high',
    rule: ALL,
    async ask(site) {
      const { target: path = '', isMany = false } = subject.relations[name] ?? {};
      const target = site.subjects.find((one) => one.path === path);
      if (!target) throw new NotPossible(`there is no type ${path}`);
      const { documentId } = await site.create(subject);
      const targets = await Promise.all(Array.from({ length: CROWD }, () => site.create(target)));
      const at = `/${subject.path}/${documentId}`;
      const all = await crowd(site, (index) => ({
        method: 'PUT',
        path: at,
        body: { data: { [name]: { connect: [targets[index]?.documentId] } } },
      }));
      const wrong = firstWrong(all);
      if (wrong !== null) return wrong;
      const read = await site.ask({ path: `${at}?populate[${name}][fields]=documentId` });
      const stored = JSON.stringify(valueAt(read.body, `data.${name}`)) ?? '';
      const linked = targets.filter((one) => stored.includes(one.documentId)).length;
      const expected = isMany ? all.filter(succeeded).length : 1;
      return linked === expected
        ? null
        : breach(`${all.filter(succeeded).length} connects succeeded, ${linked} links are stored`, read);
    },
  };
}

function publishes(subject: Subject): Attack {
  return {
    id: `publish.${subject.path}`,
    severity: 'medium',
    rule: HOLDS,
    async ask(site) {
      const { documentId } = await site.create(subject);
      const path = `/${subject.path}/${documentId}`;
      const verbs = ['publish', 'unpublish'];
      const all = await crowd(site, (index) => ({
        method: 'POST',
        path: `${path}/actions/${verbs[index % 2]}`,
        body: {},
      }));
      if (all.every(({ status }) => status === 404 || status === 405))
        throw new NotPossible('there are no drafts');
      const wrong = firstWrong(all);
      if (wrong !== null) return wrong;
      const draft = await site.ask({ path: `${path}?status=draft` });
      const list = await site.ask({ path: `/${subject.path}?filters[documentId]=${documentId}` });
      const shown = valueAt(list.body, 'data');
      const isSound = draft.status === 200 && Array.isArray(shown) && shown.length <= 1;
      return isSound
        ? null
        : breach(`afterwards: draft ${draft.status}, list ${list.text.slice(0, 200)}`, draft, list);
    },
  };
}

// A model of documents in memory, written from the decisions on relations, drafts and locales alone. Every operation is carried out as
// a whole, or refused with a status.

import {
  type Content,
  DEFAULT_LOCALE,
  hasDrafts,
  hasLocales,
  holdsMany,
  type Kind,
  type Status,
  sharedOf,
} from './content';
import { type ModelDocument, type ModelRow, type Part, Refusal } from './model-state';
import type { Body, LinkInput, Operation, PartInput, Reference } from './operations';
import { linked, setLinks, writeBack } from './write-links';

const VALUES = ['name', 'price', 'code', 'parts'] as const;

export class Model {
  documents = new Map<string, ModelDocument>();
  #tags = 0;

  constructor(readonly content: Content) {}

  /** Throws a Refusal without changing the model. */
  perform(operation: Operation): void {
    const before = structuredClone(this.documents);
    try {
      this.#perform(operation);
    } catch (error) {
      this.documents = before;
      throw error;
    }
  }

  of(type: Kind): ModelDocument[] {
    return [...this.documents.values()].filter((document) => document.type === type);
  }

  #perform(operation: Operation): void {
    const { kind, type, key, status } = operation;
    const document = this.documents.get(key);
    switch (kind) {
      case 'create':
        this.#save({ type, key, rows: [] }, operation);
        return;
      case 'update':
        if (!document) throw new Refusal(404, 'no such document');
        this.#save(document, operation);
        return;
      case 'delete':
        if (document) this.#delete(document, this.#asked(document, operation), status);
        return;
      case 'publish': {
        const drafts = this.#asked(document, operation).filter((row) => row.status === 'draft');
        if (!document || drafts.length === 0) throw new Refusal(404, 'nothing to publish');
        for (const draft of drafts) {
          this.#holdUnique(document, draft);
          this.#copy(document, draft, 'published');
        }
        return;
      }
      case 'unpublish': {
        const rows = this.#asked(document, operation);
        if (!document || !rows.some((row) => row.status === 'draft'))
          throw new Refusal(404, 'no such document');
        const gone = rows.filter((row) => row.status === 'published');
        document.rows = document.rows.filter((row) => !gone.includes(row));
        return;
      }
      case 'discardDraft': {
        const rows = this.#asked(document, operation);
        if (!document || rows.length === 0) throw new Refusal(404, 'no such document');
        const published = rows.filter((row) => row.status === 'published');
        if (published.length === 0) throw new Refusal(400, 'nothing to go back to');
        for (const row of published) this.#copy(document, row, 'draft');
      }
    }
  }

  /** The rows of an operation without a body. */
  #asked(document: ModelDocument | undefined, { locale }: Operation): ModelRow[] {
    if (!document) return [];
    if (!hasLocales(document.type) || locale === '*') return [...document.rows];
    return document.rows.filter((row) => row.locale === (locale ?? DEFAULT_LOCALE));
  }

  #delete(document: ModelDocument, rows: readonly ModelRow[], status: Status | undefined): void {
    const draftsOnly = hasDrafts(document.type) && status === 'draft';
    if (draftsOnly && rows.some((row) => row.status === 'published'))
      throw new Refusal(400, 'the draft of a published document');
    document.rows = document.rows.filter((row) => !rows.includes(row));
    if (document.rows.length > 0 || rows.length === 0) return;
    this.documents.delete(document.key);
    for (const other of this.documents.values())
      for (const row of other.rows) {
        for (const [name, links] of Object.entries(row.links))
          row.links[name] = links.filter(({ key }) => key !== document.key);
      }
  }

  #save(document: ModelDocument, operation: Operation): void {
    const { type, key } = document;
    const body: Body = operation.body ?? { links: {} };
    const locale = hasLocales(type) ? (operation.locale ?? DEFAULT_LOCALE) : null;
    const status = hasDrafts(type) ? 'draft' : null;
    const isPublishing = hasDrafts(type) && operation.status !== 'draft';
    this.#checkTargets(document, operation, body);

    let row = document.rows.find((each) => each.locale === locale && each.status === status);
    if (!row) {
      const beside = document.rows.find((each) => each.status === status);
      const shared = sharedOf(this.content, type);
      const given = [...Object.keys(body).filter((name) => name !== 'links'), ...Object.keys(body.links)];
      if (document.rows.length > 0 && given.some((name) => shared.has(name)))
        throw new Refusal(400, 'shared values in a new locale');
      row = { locale, status, name: null, price: null, code: null, parts: [], links: {} };
      if (beside) this.#share(type, beside, row);
      document.rows.push(row);
    }
    this.documents.set(key, document);
    if (body.name !== undefined) row.name = body.name;
    if (body.price !== undefined) row.price = body.price;
    if (body.code !== undefined) row.code = body.code;
    if (body.parts) row.parts = this.#partsOf(row.parts, body.parts);
    const owned = this.content.relations.filter(({ source }) => source === type);
    for (const relation of owned) {
      const input = body.links[relation.name];
      if (input)
        setLinks(
          this.of(document.type),
          document,
          row,
          relation,
          linked(row.links[relation.name] ?? [], input, holdsMany(relation)),
        );
    }
    if (isPublishing || !hasDrafts(type)) this.#holdUnique(document, row);
    for (const relation of this.content.relations) {
      const input = relation.inverse === null ? undefined : body.links[relation.inverse];
      if (input && relation.target === type)
        writeBack(this.of(relation.source), document, row, relation, input, operation, isPublishing);
    }
    this.#propagate(document, row);
    if (isPublishing) this.#copy(document, row, 'published');
  }

  /** Every named document must exist in the locale in which it would be shown. */
  #checkTargets({ type }: ModelDocument, operation: Operation, body: Body): void {
    const { locale } = operation;
    const check = (input: LinkInput, target: Kind, isBack: boolean): void => {
      const connected: readonly Reference[] = 'set' in input ? input.set : input.connect;
      for (const { key, locale: named, status } of connected) {
        const rows = this.documents.get(key)?.rows ?? [];
        const follows = hasLocales(type) || isBack ? (named ?? locale ?? DEFAULT_LOCALE) : named;
        const isThere = rows.some(
          (row) =>
            (!hasLocales(target) || follows === undefined || row.locale === follows) &&
            (status === undefined || row.status === status),
        );
        if (!isThere) throw new Refusal(400, `${key} is not there`);
      }
      if ('set' in input) return;
      const others = input.connect.flatMap(({ position = { end: true } }) =>
        'before' in position ? [position.before] : 'after' in position ? [position.after] : [],
      );
      for (const key of [...input.disconnect, ...others])
        if (!this.documents.has(key)) throw new Refusal(400, `${key} is not there`);
    };
    for (const relation of this.content.relations) {
      const input = body.links[relation.name];
      if (input && relation.source === type) check(input, relation.target, false);
      const back = relation.inverse === null ? undefined : body.links[relation.inverse];
      if (back && relation.target === type) check(back, relation.source, true);
    }
    for (const { one, many } of body.parts ?? [])
      for (const input of [one, many]) if (input) check(input, this.content.partTarget, false);
  }

  #partsOf(current: readonly Part[], inputs: readonly PartInput[]): Part[] {
    return inputs.flatMap(({ keep, label, one, many }) => {
      const kept = keep === undefined ? undefined : current[keep];
      if (keep !== undefined && !kept) return [];
      const part: Part = kept ? structuredClone(kept) : { tag: ++this.#tags, label: null, one: [], many: [] };
      if (label !== undefined) part.label = label;
      if (one) part.one = linked(part.one, one, false);
      if (many) part.many = linked(part.many, many, true);
      return [part];
    });
  }

  /** Makes the row of the other status equal to this one, links it owns included. */
  #copy(document: ModelDocument, from: ModelRow, status: Status): void {
    let to = document.rows.find((row) => row.locale === from.locale && row.status === status);
    if (!to) {
      to = { ...structuredClone(from), status };
      document.rows.push(to);
    }
    for (const name of VALUES) assign(from, to, name);
    for (const relation of this.content.relations)
      if (relation.source === document.type)
        setLinks(
          this.of(document.type),
          document,
          to,
          relation,
          structuredClone(from.links[relation.name] ?? []),
        );
    this.#propagate(document, to);
  }

  /** Copies shared values to all locales: from drafts to drafts, from published rows to published rows. */
  #propagate({ type, rows }: ModelDocument, row: ModelRow): void {
    for (const other of rows) if (other !== row && other.status === row.status) this.#share(type, row, other);
  }

  #share(type: Kind, from: ModelRow, to: ModelRow): void {
    const shared = sharedOf(this.content, type);
    for (const name of VALUES) if (shared.has(name)) assign(from, to, name);
    for (const { name } of this.content.relations)
      if (shared.has(name)) to.links[name] = structuredClone(from.links[name] ?? []);
  }

  /** Checks unique values among published rows; drafts may have equal values. */
  #holdUnique(document: ModelDocument, row: ModelRow): void {
    if (row.code === null) return;
    const perLocale = this.content.localized.has('code');
    for (const other of this.of(document.type)) {
      if (other.key === document.key) continue;
      for (const each of other.rows)
        if (each.status !== 'draft' && each.code === row.code && (!perLocale || each.locale === row.locale))
          throw new Refusal(400, `the code ${row.code} is taken by ${other.key}`);
    }
  }
}

function assign(from: ModelRow, to: ModelRow, name: (typeof VALUES)[number]): void {
  if (name === 'parts') to.parts = structuredClone(from.parts);
  else if (name === 'price') to.price = from.price;
  else to[name] = from[name];
}

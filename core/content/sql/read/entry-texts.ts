// The texts of component and zone entries. A stored text that already is the answer passes unchanged. Every other text is parsed
// once and written from the current schema. A new attribute is null, and a removed one is left out.

import type { Row } from '../../../database/database';
import type { Page } from '../../query/ast';
import type {
  EntriesPart,
  EntriesPlan,
  EntryBranch,
  EntryPart,
  EntryPin,
  EntryPlan,
  EntryRelationPart,
} from '../compile/plan-types';
import type { Bindings } from './bind';
import { type ChosenEntries, type Entry, planOf } from './chosen-entries';
import { joinTexts } from './texts-by-key';

/** One relation of a component, over all rows and entries that hold it. */
export interface Wanted {
  readonly part: EntryRelationPart;
  readonly branch: EntryBranch;
  readonly documents: Set<string>;
  /** Rows by document, and by the axes that follow the owning row. */
  readonly found: Map<string, Found[]>;
}

interface Found {
  readonly branch: EntryBranch;
  readonly text: string;
  readonly row: Row;
  /** The place among the rows, for a request that sorts. */
  readonly rank: number;
}

export class EntryTexts {
  /** The relations whose documents must be read, with the documentIds that the entries name. */
  readonly wanted: readonly Wanted[];
  readonly #stored: (string | null)[];
  readonly #parsed: (Entry[] | null)[] = [];
  readonly #byBranch = new Map<EntryBranch, Wanted>();

  constructor(
    private readonly part: EntriesPart,
    rows: readonly Row[],
    /** null: every entry, in the stored order. */
    private readonly chosen: ChosenEntries | null,
    private readonly bindings: Pick<Bindings, 'values' | 'answerBytes'>,
  ) {
    this.#stored = rows.map((row) => row[part.storedAt] as string | null);
    if (!part.entries.verbatim || part.count)
      this.#stored.forEach((text, index) => {
        const entries = text === null ? null : toList(JSON.parse(text));
        this.#parsed.push(entries);
        if (entries && !part.count) this.#gather(part.entries, entries, rows[index] as Row);
      });
    this.wanted = [...this.#byBranch.values()].filter(({ documents }) => documents.size > 0);
  }

  /** Documents that were read, with their texts. */
  add({ branch, found }: Wanted, rows: readonly Row[], texts: readonly string[]): void {
    rows.forEach((row, rank) => {
      const key = rowKey(
        row[0] as string,
        branch.axes.map(({ childAt }) => row[childAt]),
      );
      const plain = texts[rank] as string;
      const text = branch.tag ? `${plain.slice(0, -1)}${branch.tag}}` : plain;
      const others = found.get(key);
      if (others) others.push({ branch, text, row, rank });
      else found.set(key, [{ branch, text, row, rank }]);
    });
  }

  text(row: Row, index: number): string {
    const { part } = this;
    const stored = this.#stored[index] ?? null;
    if (part.count) return this.#countText(part.entries, this.#parsed[index] ?? [], row);
    if (stored === null) return part.many ? '[]' : 'null';
    if (part.entries.verbatim) return stored;
    return this.#entriesText(part.entries, part.many, this.#parsed[index] ?? [], row);
  }

  #entriesText(plan: EntriesPlan, many: boolean, entries: readonly Entry[], row: Row): string {
    const texts: string[] = [];
    for (const entry of this.#chosen(plan, entries, row)) {
      const own = planOf(plan, entry);
      if (own) texts.push(this.#entryText(own, entry, row));
    }
    return many ? `[${joinTexts(texts, this.bindings.answerBytes)}]` : (texts[0] ?? 'null');
  }

  #countText(plan: EntriesPlan, entries: readonly Entry[], row: Row): string {
    return `{"count":${this.#chosen(plan, entries, row).length}}`;
  }

  #chosen(plan: EntriesPlan, entries: readonly Entry[], row: Row): readonly Entry[] {
    return this.chosen ? this.chosen.of(plan, entries, row) : entries;
  }

  #entryText(plan: EntryPlan, entry: Entry, row: Row): string {
    let text = `{"id":${entry.id}`;
    for (const { name, prefix } of plan.scalars) {
      const value = valueIn(entry, name);
      text += value === null || value === undefined ? `${prefix}null` : prefix + JSON.stringify(value);
    }
    for (const part of plan.parts) text += part.prefix + this.#partText(part, valueIn(entry, part.name), row);
    return `${text}${plan.tag}}`;
  }

  #partText(part: EntryPart, value: unknown, row: Row): string {
    if (part.kind === 'relation') return this.#relationText(part, value, row);
    const entries = value === null || value === undefined ? [] : toList(value);
    if (part.count) return this.#countText(part.entries, entries, row);
    return this.#entriesText(part.entries, part.many, entries, row);
  }

  #relationText(part: EntryRelationPart, value: unknown, row: Row): string {
    const found: FoundByLink[] = [];
    for (const link of linksOf(value))
      for (const branch of part.branches) {
        if (!leadsTo(branch, link)) continue;
        const wanted = this.#byBranch.get(branch);
        const key =
          branch.axes.length === 0
            ? link.document
            : rowKey(
                link.document,
                branch.axes.map(({ parentAt }) => row[parentAt]),
              );
        for (const target of wanted?.found.get(key) ?? NOTHING_FOUND)
          if (branch.pins.length === 0 || isMeant(branch.pins, link, target.row))
            found.push({ target, isFree: branch.pins.every(({ axis }) => link.pins[axis] === undefined) });
      }
    const targets = oncePerRow(found);
    if (part.count) return `{"count":${targets.length}}`;
    if (part.sorted) targets.sort((a, b) => a.rank - b.rank);
    const shown = this.#pagesOf(targets);
    if (!part.many) return shown[0]?.text ?? 'null';
    const texts = shown.map(({ text }) => text);
    return `[${joinTexts(texts, this.bindings.answerBytes)}]`;
  }

  /** Each target type has a page of its own. */
  #pagesOf(targets: readonly Found[]): readonly Found[] {
    if (targets.every(({ branch }) => branch.pageAt === null)) return targets;
    const seen = new Map<EntryBranch, number>();
    return targets.filter(({ branch }) => {
      if (branch.pageAt === null) return true;
      const { start, limit } = this.bindings.values[branch.pageAt] as Page;
      const at = seen.get(branch) ?? 0;
      seen.set(branch, at + 1);
      return at >= start && at < start + limit;
    });
  }

  #gather(plan: EntriesPlan, entries: readonly Entry[], row: Row): void {
    for (const entry of this.#chosen(plan, entries, row))
      for (const part of planOf(plan, entry)?.parts ?? []) {
        const value = valueIn(entry, part.name);
        if (value === null || value === undefined) continue;
        if (part.kind === 'nested') this.#gather(part.entries, toList(value), row);
        else
          for (const link of linksOf(value))
            for (const branch of part.branches)
              if (leadsTo(branch, link)) this.#wantedOf(part, branch).documents.add(link.document);
      }
  }

  #wantedOf(part: EntryRelationPart, branch: EntryBranch): Wanted {
    const known = this.#byBranch.get(branch);
    if (known) return known;
    const wanted: Wanted = { part, branch, documents: new Set(), found: new Map() };
    this.#byBranch.set(branch, wanted);
    return wanted;
  }
}

/** An attribute may be named `constructor`. */
const valueIn = (entry: Entry, name: string): unknown => (Object.hasOwn(entry, name) ? entry[name] : null);

const toList = (value: unknown): Entry[] => (Array.isArray(value) ? value : [value]) as Entry[];

interface Link {
  readonly document: string;
  readonly type: string | null;
  /** Values by the name of the axis, as a request writes them. */
  readonly pins: Readonly<Record<string, unknown>>;
}

const NO_PINS: Link['pins'] = {};
const NOTHING_FOUND: readonly Found[] = [];

/** Does the link lead to the type of the branch, and to a row that is not hidden? */
const leadsTo = ({ typed, type, dormant }: EntryBranch, { type: named, pins }: Link): boolean =>
  (!typed || named === type) &&
  dormant.every(({ axis, shown }) => pins[axis] === undefined || pins[axis] === shown);

/** A link that names a value of an axis leads to that row. Another link leads to the rows that the read shows. */
function isMeant(pins: readonly EntryPin[], link: Link, row: Row): boolean {
  return pins.every(({ axis, words, childAt, shownAt }) => {
    const named = link.pins[axis];
    if (named === undefined) return shownAt === null || Number(row[shownAt]) === 1;
    const own = row[childAt];
    return named === (words ? words[Number(own)] : own);
  });
}

interface FoundByLink {
  readonly target: Found;
  readonly isFree: boolean;
}

/** A pinned link yields to a link without pins that leads to the same row, else to the one before it. */
function oncePerRow(found: readonly FoundByLink[]): Found[] {
  const free = new Set(found.flatMap(({ target, isFree }) => (isFree ? [target] : [])));
  const shown = new Set<Found>();
  for (const { target, isFree } of found) if (isFree || !free.has(target)) shown.add(target);
  return [...shown];
}

/** A link in an entry: `"d7x…"`, or `{"documentId":"d7x…","tongue":"en"}`. */
function linksOf(value: unknown): Link[] {
  if (value === null || value === undefined) return [];
  const list = Array.isArray(value) ? value : [value];
  return list.map((link: string | ({ documentId: string; __type?: string } & Record<string, unknown>)) => {
    if (typeof link === 'string') return { document: link, type: null, pins: NO_PINS };
    const { documentId, __type, ...pins } = link;
    return { document: documentId, type: __type ?? null, pins };
  });
}

const rowKey = (document: string, axes: readonly unknown[]): string =>
  axes.length === 0 ? document : [document, ...axes].join('\u0000');

// The values of a form: what it shows, what is stored, and what differs. A signal for each attribute, so a key stroke draws one field.
import { batch, computed, signal } from '@preact/signals';
import type { Found } from './document-requests';
import type { LinkCounts, LinkPages } from './link-pages';
import { type Merged, merge } from './merge';
import type { TypeModel } from './model';
import { isObject, type Linked, same, sentOf, type Value, withKeysOf } from './values';

export type Path = readonly (string | number)[];
export type Values = Readonly<Record<string, Value>>;

/** The first request may have reached the server, and so may the last ones. */
const MOST_UNANSWERED = 10;

export type FormValues = ReturnType<typeof createFormValues>;

/** The changed values as the form has them, and as the body of a write. */
export interface ToSend {
  readonly sent: Values;
  readonly data: Values;
}

export function createFormValues(type: TypeModel, pages: LinkPages, first: Found) {
  /** The values of a document, of which the form then has as many links as were read. */
  const accepted = ({ document, others }: Found, counts = pages.counts()): Record<string, Value> => {
    const found = pages.valuesOf(document, counts, others?.shared);
    pages.accept(found);
    return found.values;
  };
  const blocks = new Set(
    type.attributes.flatMap(({ name, type: kind }) => (kind === 'blocks' ? [name] : [])),
  );
  let seen = first;
  let base: Values = accepted(first);
  const fields = Object.fromEntries(Object.entries(base).map(([name, value]) => [name, signal(value)]));
  const document = signal(first.document);
  const otherLocales = signal(first.others?.codes ?? []);
  const version = signal(0);
  /** The stored values before those that a clash asks about. */
  let asked: Values = {};
  /** What saves without an answer have sent: the server may have any of it. */
  let unanswered: readonly Values[] = [];

  /** Without a subscription to each field: `version` says when to look again. */
  const changed = (): readonly string[] =>
    Object.keys(fields).filter((name) => !same(fields[name]?.peek(), base[name]));
  const see = (found: Found): void => {
    seen = found;
    document.value = found.document;
    otherLocales.value = found.others?.codes ?? [];
    version.value++;
  };

  /**
   * A changed value for another base. Of a relation that is read in pages, the change is kept: links that it removed or added. All others
   * are those of the new base, also links that the former lists did not show. `was`: the value that changed. `before`: the one before a
   * save. A link that the save removed may have come back since.
   */
  function onBase(name: string, value: Value, next: Value, was: Value, before: Value = was): Value {
    if (!pages.isPaged(name)) return value;
    const [own, stored, last] = [linksIn(value), linksIn(next), linksIn(was)];
    const gone = without(last, stored);
    return [...without(own, gone), ...without(stored, [...own, ...last, ...linksIn(before)])];
  }

  return {
    fields,
    document,
    otherLocales,
    changed,
    onBase,
    isDirty: computed(() => {
      void version.value;
      return changed().length > 0;
    }),
    seen: (): Found => seen,
    stored: (name: string): Value => base[name],
    /** The stored value that the person has seen and changed. */
    changedFrom: (name: string): Value => (Object.hasOwn(asked, name) ? asked[name] : base[name]),
    unanswered: (): readonly Values[] => unanswered,
    asks(before: Values): void {
      asked = { ...asked, ...before };
    },
    answered(name: string): void {
      const { [name]: _, ...others } = asked;
      asked = others;
    },
    isLost(sent: Values): void {
      const [first = sent, ...rest] = unanswered;
      unanswered = [first, ...rest.slice(2 - MOST_UNANSWERED), sent].filter(
        (each, index, all) => index === 0 || !same(each, all[index - 1]),
      );
    },

    set([name, ...rest]: Path, value: Value): boolean {
      const field = fields[String(name)];
      if (!field) return false;
      field.value = put(field.value, rest, value);
      version.value++;
      return true;
    },

    toSend(isCreate: boolean, without: readonly string[] = []): ToSend {
      const names = changed().filter((name) => !without.includes(name));
      const sent = Object.fromEntries(names.map((name) => [name, fields[name]?.peek()]));
      const data: Record<string, Value> = {};
      for (const attribute of type.attributes) {
        const { name, readOnly, readOnlyInCreate } = attribute;
        if (!(isCreate ? readOnlyInCreate : readOnly) && Object.hasOwn(sent, name))
          data[name] = sentOf(attribute, sent[name], base[name]);
      }
      return { sent, data };
    },

    /** The server has what was sent. What was typed since then stays. */
    accept(found: Found, counts: LinkCounts, sent: Values): void {
      const before = base;
      base = accepted(found, counts);
      unanswered = [];
      for (const [name, field] of Object.entries(fields)) {
        const was = Object.hasOwn(sent, name) ? sent[name] : before[name];
        field.value = same(field.value, was)
          ? withKeysOf(base[name], field.value)
          : onBase(name, field.value, base[name], was, before[name]);
      }
      see(found);
    },

    /** The stored document is another one. What only one side changed is taken; the caller asks about the rest. */
    merge(found: Found, counts: LinkCounts): Merged {
      const theirs = accepted(found, counts);
      for (const [name, value] of unanswered.flatMap(Object.entries<Value>))
        if (same(value, theirs[name])) base = { ...base, [name]: theirs[name] };
      const mine = Object.fromEntries(
        Object.entries(fields).map(([name, { value }]) => [
          name,
          same(value, base[name]) ? value : onBase(name, value, theirs[name], base[name]),
        ]),
      );
      const merged = merge(base, mine, theirs, blocks);
      asked = { ...asked, ...Object.fromEntries(merged.clashes.map(({ name }) => [name, base[name]])) };
      base = theirs;
      for (const [name, value] of Object.entries(merged.values)) {
        const field = fields[name];
        if (field) field.value = value;
      }
      see(found);
      return merged;
    },

    /** A further page of links; ignored if the document was read again meanwhile: the page may begin at another place now. */
    addLinks(name: string, before: Value, arrived: readonly Linked[]): void {
      const field = fields[name];
      if (!field || base[name] !== before) return;
      const known = linksIn(before);
      const fresh = without(arrived.slice(0, pages.pageSize), known);
      batch(() => {
        base = { ...base, [name]: [...known, ...fresh] };
        const own = linksIn(field.value);
        field.value = [...own, ...without(fresh, own)];
        pages.added(name, known.length + fresh.length, arrived.length);
        version.value++;
      });
    },
  };
}

export const linksIn = (value: Value): readonly Linked[] => (Array.isArray(value) ? (value as Linked[]) : []);

const without = (links: readonly Linked[], others: readonly Linked[]): readonly Linked[] => {
  const ids = new Set(others.map(({ documentId }) => documentId));
  return links.filter(({ documentId }) => !ids.has(documentId));
};

/** A copy of `value` with another value at the path. */
export function put(value: Value, path: Path, inner: Value): Value {
  const [step, ...rest] = path;
  if (step === undefined) return inner;
  if (Array.isArray(value))
    return value.map((item, index) => (index === step ? put(item, rest, inner) : item));
  const object = isObject(value) ? value : {};
  return { ...object, [step]: put(object[step], rest, inner) };
}

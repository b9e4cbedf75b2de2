// The line of a document → the rows that are written. The types of attributes check each value; rules such as lengths and patterns are
// not checked, since they may be newer than the document.

import {
  type AnyModel,
  type Attribute,
  type BulkLink,
  type BulkRow,
  type ContentType,
  check,
  type Issue,
  isShownRowOf,
  pathToText,
  pendingColumn,
  type RelationAttribute,
  refuseInput,
  type ScalarAttribute,
  type Schema,
  type Stored,
  singleDocumentId,
  stagesOf,
} from '../../../core';
import type { DocumentLine, RowLine } from '../archive/format';

export interface LineContext {
  readonly schema: Schema;
  /** The attributes of the archive that exist here. */
  attributesOf(model: AnyModel): ReadonlyMap<string, Attribute>;
  /** The documentId here. */
  documentOf(uid: string, documentId: string): string;
}

export interface ReadLine {
  readonly rows: readonly BulkRow[];
  readonly highestEntry: number;
  readonly links: number;
}

export function readLine(
  type: ContentType,
  { documentId, rows }: Pick<DocumentLine, 'documentId' | 'rows'>,
  context: LineContext,
): ReadLine {
  const reader = new LineReader(type, documentId, context);
  const read = rows.map((row) => reader.row(row));
  const places = read.map(({ axes }) => JSON.stringify(axes));
  if (new Set(places).size < places.length) reader.refuse([], 'two rows have the same axes');
  const stages = stagesOf(type);
  const isComplete = ({ axes }: BulkRow): boolean =>
    !stages ||
    axes[stages.name] === stages.working ||
    read.some((working) => isShownRowOf(type, axes, working.axes));
  const [alone] = read.filter((row) => !isComplete(row));
  if (stages && alone)
    reader.refuse([], `the row ${alone.id} has no row with the ${stages.name} "${stages.working}" beside it`);
  if (type.kind === 'singleType' && documentId !== singleDocumentId(type.uid))
    reader.refuse([], `the single type has the documentId ${singleDocumentId(type.uid)}`);
  return {
    rows: read,
    highestEntry: reader.highestEntry,
    links: read.reduce((sum, { links }) => sum + links.length, 0),
  };
}

class LineReader {
  highestEntry = 0;

  constructor(
    private readonly type: ContentType,
    private readonly documentId: string,
    private readonly context: LineContext,
  ) {}

  refuse(path: Issue['path'], message: string): never {
    const at = path.length > 0 ? `, ${pathToText(path)}` : '';
    return refuseInput(`${this.type.uid} ${this.documentId}${at}: ${message}.`);
  }

  row(line: RowLine): BulkRow {
    const columns = new Map<string, Stored>();
    const links: BulkLink[] = [];
    const attributes = this.context.attributesOf(this.type);
    for (const name of [...Object.keys(line.values), ...Object.keys(line.links ?? {})])
      if (!attributes.has(name)) this.refuse([name], 'the archive does not list this attribute');
    for (const attribute of attributes.values()) {
      const { name } = attribute;
      if (attribute.kind === 'relation') {
        const own = line.links && Object.hasOwn(line.links, name) ? (line.links[name] ?? []) : [];
        if (own.length > 1 && attribute.storage.kind === 'column') this.refuse([name], 'more than one link');
        links.push(...own.map((link, at) => this.link(attribute, link, [name, at])));
      } else if (attribute.kind !== 'waiting') {
        const value = Object.hasOwn(line.values, name) ? line.values[name] : null;
        columns.set(attribute.column, this.value(attribute, value, [name]));
      }
    }
    const stages = stagesOf(this.type);
    if (stages) columns.set(pendingColumn(stages), line.pending === true ? 1 : 0);
    return { id: line.id, axes: this.axes(line.axes), columns, links };
  }

  private axes(given: Readonly<Record<string, string>>): Record<string, string> {
    const axes: Record<string, string> = {};
    for (const { axis } of this.type.axes) {
      const value = given[axis.name] ?? axis.base();
      const isKnown =
        axis.store.kind === 'text' ? value.length <= axis.store.length : axis.store.values.includes(value);
      if (!isKnown) this.refuse([axis.name], `unknown value "${value}"`);
      axes[axis.name] = value;
    }
    return axes;
  }

  private value(
    attribute: Exclude<Attribute, RelationAttribute>,
    value: unknown,
    path: Issue['path'],
  ): Stored {
    if (attribute.kind === 'scalar')
      return value === null || value === undefined ? null : this.scalar(attribute, value, path);
    return this.entries(attribute, value, path);
  }

  private scalar({ type, options, name }: ScalarAttribute, value: unknown, path: Issue['path']): Stored {
    if (type.secret) return typeof value === 'string' ? value : this.refuse(path, 'a hash is a text');
    const issues: Issue[] = [];
    const stored = type.parse(value, options, { path, issues, strictness: 'partial' });
    const [issue] = issues;
    if (issue) this.refuse(path, issue.message);
    const spec = type.column(options);
    if (spec.kind === 'string' && typeof stored === 'string' && stored.length > spec.length)
      this.refuse(path, `${name} has more than ${spec.length} characters`);
    return stored;
  }

  private link(
    { target }: RelationAttribute,
    link: NonNullable<RowLine['links']>[string][number],
    path: Issue['path'],
  ): Omit<BulkLink, 'attribute'> & { attribute: string } {
    const type = target ?? link.type;
    if (type === undefined) return this.refuse(path, 'the link names no content type');
    return {
      attribute: String(path[0]),
      type,
      document: this.context.documentOf(type, link.documentId),
      pins: link.pins ?? {},
      order: link.order,
      inverseOrder: link.inverseOrder,
    };
  }

  /** The JSON text of the column. */
  private entries(attribute: Attribute, value: unknown, path: Issue['path']): string | null {
    const isMany = attribute.kind === 'zone' || (attribute.kind === 'component' && attribute.repeatable);
    // As a write without them stores it.
    if (value === null || value === undefined) return null;
    if (!isMany) return this.entry(attribute, value, path);
    if (!Array.isArray(value)) return this.refuse(path, 'expected a list');
    return `[${value.map((each, at) => this.entry(attribute, each, [...path, at])).join(',')}]`;
  }

  private entry(attribute: Attribute, value: unknown, path: Issue['path']): string {
    if (!check.isPlainObject(value)) return this.refuse(path, 'expected an object');
    const isZone = attribute.kind === 'zone';
    const uid = isZone
      ? String(value.__component)
      : attribute.kind === 'component'
        ? attribute.component
        : '';
    const component = this.context.schema.components.get(uid);
    if (!component || (isZone && !attribute.components.includes(uid)))
      return this.refuse(path, `the zone does not take ${uid}`);
    const { id } = value;
    if (typeof id !== 'number' || !Number.isSafeInteger(id) || id < 1)
      return this.refuse(path, 'the entry has no id');
    this.highestEntry = Math.max(this.highestEntry, id);
    const attributes = this.context.attributesOf(component);
    const parts = [`"id":${id}`, ...(isZone ? [`"__component":${JSON.stringify(uid)}`] : [])];
    for (const key of Object.keys(value))
      if (key !== 'id' && key !== '__component' && !attributes.has(key))
        this.refuse([...path, key], 'the archive does not list this attribute');
    for (const own of attributes.values()) {
      const given = Object.hasOwn(value, own.name) ? value[own.name] : null;
      parts.push(`${JSON.stringify(own.name)}:${this.entryValue(own, given, [...path, own.name])}`);
    }
    return `{${parts.join(',')}}`;
  }

  private entryValue(attribute: Attribute, value: unknown, path: Issue['path']): string {
    if (attribute.kind === 'relation') return this.entryLinks(attribute, value, path);
    if (attribute.kind !== 'scalar') return this.entries(attribute, value, path) ?? 'null';
    if (value === null || value === undefined) return 'null';
    const stored = this.scalar(attribute, value, path);
    return stored === null ? 'null' : attribute.type.toJson(stored, attribute.options);
  }

  private entryLinks(attribute: RelationAttribute, value: unknown, path: Issue['path']): string {
    const list = value === null || value === undefined ? [] : Array.isArray(value) ? value : [value];
    const texts = list.map((each) => this.entryLink(attribute, each, path));
    return attribute.many ? `[${texts.join(',')}]` : (texts[0] ?? 'null');
  }

  private entryLink({ target }: RelationAttribute, link: unknown, path: Issue['path']): string {
    const { documentId, ...others } = check.isPlainObject(link) ? link : { documentId: link };
    const type = target ?? others.__type;
    if (typeof documentId !== 'string' || typeof type !== 'string')
      return this.refuse(path, 'a link is a documentId, or an object with one');
    if (Object.values(others).some((each) => typeof each !== 'string'))
      return this.refuse(path, 'a link has texts');
    const document = this.context.documentOf(type, documentId);
    if (Object.keys(others).length === 0) return JSON.stringify(document);
    return JSON.stringify(
      others.__type === undefined
        ? { documentId: document, ...others }
        : { __type: others.__type, documentId: document, ...others },
    );
  }
}

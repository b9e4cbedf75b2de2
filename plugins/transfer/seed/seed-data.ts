// The values of an entry as the data of a write: keys of other entries become documentIds, and names of files become stored files.

import { realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import {
  type AnyModel,
  type App,
  type Attribute,
  type ContentType,
  check,
  type RelationAttribute,
} from '../../../core';
import { partsOf } from '../model-text';
import type { Entry } from './read-seeds';

type Values = Readonly<Record<string, unknown>>;

export interface SeedFile {
  /** Relative to the folder of the seeds. */
  readonly path: string;
  readonly info: Values;
  /** The content type of its document. */
  readonly type: string;
}

/** What the values name. Each function returns the documentId; null: there is none yet. */
export interface Named {
  entry(type: ContentType, key: string): string | null;
  file(file: SeedFile): string | null;
}

export interface SeedModel {
  readonly app: App;
  readonly folder: string;
  /** Content type → keys of its entries. */
  readonly keys: ReadonlyMap<ContentType, ReadonlySet<string>>;
}

/** What is wrong in the values: pointer → sentence. Also sorts out attributes that need a disabled plugin. */
export type Mistake = (pointer: string, message: string) => void;

/** Without `mistake`, the values are known to be right. `null` of `named`: the link is left out, and `isWhole` false. */
export function dataOf(
  model: SeedModel,
  { type, values }: Pick<Entry, 'type' | 'values'>,
  named: Named,
  mistake: Mistake = () => undefined,
): {
  readonly data: Record<string, unknown>;
  readonly isWhole: boolean;
  readonly waiting: readonly string[];
} {
  const reader = new ValueReader(model, named, mistake);
  const data = reader.fields(type, values, '');
  return { data, isWhole: reader.isWhole, waiting: reader.waiting };
}

class ValueReader {
  isWhole = true;
  readonly waiting: string[] = [];

  constructor(
    private readonly model: SeedModel,
    private readonly named: Named,
    private readonly mistake: Mistake,
  ) {}

  fields(model: AnyModel, values: Values, at: string): Record<string, unknown> {
    const data: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(values)) {
      if (name === '__component') continue;
      const attribute = model.attributes.get(name);
      const place = `${at}/${name}`;
      if (!attribute) {
        const near = check.nearest(name, [...model.attributes.keys()]);
        this.mistake(
          place,
          `${model.uid} has no attribute "${name}"${near ? `; did you mean "${near}"?` : ''}`,
        );
      } else if (attribute.kind === 'waiting') this.waiting.push(`${model.uid} ${name}`);
      else {
        const read = this.value(attribute, value, place);
        if (read !== undefined) data[name] = read;
      }
    }
    return data;
  }

  private value(attribute: Attribute, value: unknown, at: string): unknown {
    if (value === null || attribute.kind === 'scalar') return value;
    if (attribute.kind === 'relation') return this.links(attribute, value, at);
    const isList = attribute.kind === 'zone' || (attribute.kind === 'component' && attribute.repeatable);
    if (!isList) return this.component(attribute, value, at);
    if (Array.isArray(value))
      return value.map((each, index) => this.component(attribute, each, `${at}/${index}`));
    return this.wrong(at, 'expected a list');
  }

  private component(attribute: Attribute, value: unknown, at: string): unknown {
    if (!check.isPlainObject(value)) return this.wrong(at, 'expected an object');
    const uid = attribute.kind === 'component' ? attribute.component : String(value.__component);
    const component = this.model.app.schema.components.get(uid);
    if (!component) return this.wrong(at, `"__component" names no component: ${uid}`);
    const fields = this.fields(component, value, at);
    return attribute.kind === 'zone' ? { __component: uid, ...fields } : fields;
  }

  private links(attribute: RelationAttribute, value: unknown, at: string): unknown {
    if (!attribute.many) {
      if (Array.isArray(value)) return this.wrong(at, 'the relation takes one document');
      return this.link(attribute, value, at) ?? undefined;
    }
    if (!Array.isArray(value)) return this.wrong(at, 'the relation takes a list');
    return value.flatMap((each, index) => this.link(attribute, each, `${at}/${index}`) ?? []);
  }

  /** `"ines"`, `{ "$type": "authors", "$key": "ines" }`, `{ "documentId": "…" }`, or a file. */
  private link(attribute: RelationAttribute, value: unknown, at: string): unknown {
    const { app, keys } = this.model;
    const given = check.isPlainObject(value) ? value : null;
    if (typeof given?.documentId === 'string') return value;
    if (attribute.target !== null && partsOf(app).get(attribute.target)?.addFile)
      return this.file(attribute.target, value, at);
    const key = given ? given.$key : value;
    const types = [...keys.keys()];
    const type =
      attribute.target === null
        ? types.find(({ uid, pluralName, singularName }) =>
            [uid, pluralName, singularName].includes(String(given?.$type)),
          )
        : app.schema.types.get(attribute.target);
    if (typeof key !== 'string')
      return this.wrong(at, 'a document is named by the key of its entry, or by { "documentId" }');
    if (!type)
      return this.wrong(
        at,
        'the relation leads to several content types; write { "$type": "articles", "$key": "…" }',
      );
    const known = keys.get(type) ?? new Set<string>();
    if (!known.has(key)) {
      const near = check.nearest(key, [...known]);
      return this.wrong(
        at,
        `no entry of ${type.uid} has the key "${key}"${near ? `; did you mean "${near}"?` : ''}`,
      );
    }
    const documentId = this.named.entry(type, key);
    if (documentId === null) this.isWhole = false;
    return documentId === null || attribute.target !== null ? documentId : { __type: type.uid, documentId };
  }

  /** `"covers/pond.jpg"`, or `{ "file": "covers/pond.jpg", "alternativeText": "A pond" }`. */
  private file(type: string, value: unknown, at: string): unknown {
    const { file: path, ...info } = check.isPlainObject(value) ? value : { file: value };
    if (typeof path !== 'string' || path === '')
      return this.wrong(at, 'a file is its path, or { "file": "…" }');
    const fault = fileFault(this.model.folder, path);
    if (fault !== null) return this.wrong(at, fault);
    const documentId = this.named.file({ path, info, type });
    if (documentId === null) this.isWhole = false;
    return documentId;
  }

  private wrong(at: string, message: string): undefined {
    this.mistake(at, message);
    return undefined;
  }
}

/** Links of the folder may not lead out of it. */
function fileFault(folder: string, path: string): string | null {
  const full = join(folder, path);
  if (!statSync(full, { throwIfNoEntry: false })?.isFile())
    return `there is no file ${path} in the folder of the seeds`;
  const inside = relative(realpathSync(folder), realpathSync(full));
  return inside === '..' || inside.startsWith(`..${sep}`)
    ? `${path} is outside of the folder of the seeds`
    : null;
}

// Transformed images of local files: `/uploads/lake_8d120a0ed0.jpg?preset=card`, or the values of a preset, as in
// `?width=400&height=300&fit=cover`. Only presets of the configuration are made, so that clients cannot fill the storage.
import { extname } from 'node:path';
import type { App } from '../../../core';
import type { Preset, UploadConfig } from '../config';
import { uploadErrors } from '../errors';
import {
  isTransformable,
  type NamedPreset,
  originalName,
  presetsOf,
  transformationOf,
  transformedName,
  transformedType,
} from '../files/object-names';
import type { UploadProvider } from '../storage/providers/provider';
import { fromStorage } from '../storage/storage';
import { FILE } from '../types';
import type { MakeOnce } from './make-once';

const KEYS = ['width', 'height', 'fit', 'format', 'quality'] as const;
type Key = (typeof KEYS)[number];
type Query = Readonly<Record<string, unknown>>;

export interface PresetOptions {
  readonly config: Pick<UploadConfig, 'presets' | 'quality'>;
  readonly provider: () => UploadProvider;
  readonly makeOnce: MakeOnce;
}

export interface Presets {
  /** The preset that the query asks for; null: the query asks for the file itself. Throws a 400 for other values. */
  asked(query: Query): NamedPreset | null;
  /**
   * The name of the object with the image of the preset. Makes the image if it is not stored; a process that only reads
   * names the file in its place. null: no such file.
   */
  object(file: string, preset: NamedPreset): Promise<string | null>;
}

export function createPresets(app: App, { config, provider, makeOnce }: PresetOptions): Presets {
  const presets = presetsOf(config);

  const byName = (name: unknown): NamedPreset => {
    const found = presets.find((each) => each.name === name);
    if (found) return found;
    throw uploadErrors.UPLOAD_PRESET('preset', name, `use ${presets.map((each) => each.name).join(', ')}`);
  };

  const byValues = (query: Query, asked: readonly Key[]): NamedPreset => {
    const matches = ({ preset }: NamedPreset) =>
      KEYS.every((key) => spelled(preset[key]) === (query[key] ?? DEFAULTS[key]));
    const found = presets.find(matches);
    if (found) return found;
    const isUnknown = (key: Key) => presets.every(({ preset }) => spelled(preset[key]) !== query[key]);
    const key = asked.find(isUnknown) ?? asked[0] ?? 'width';
    const spellings = presets.map(({ name, preset }) => `${name} (${spellingOf(preset)})`);
    throw uploadErrors.UPLOAD_PRESET(key, query[key], `use all values of a preset: ${spellings.join(', ')}`);
  };

  return {
    asked(query) {
      if (query.preset !== undefined) return byName(query.preset);
      const asked = KEYS.filter((key) => query[key] !== undefined);
      return asked.length === 0 ? null : byValues(query, asked);
    },

    async object(name, named) {
      const hash = name.slice(0, name.length - extname(name).length);
      const file = await app.documents(FILE).findFirst({ filters: { hash: { $eq: hash } } });
      if (!file || originalName(file) !== name) return null;
      const { preset } = named;
      const wanted = transformedName(file, named, config);
      if (await fromStorage(() => provider().stat(wanted), app.log)) return wanted;
      const making = {
        file,
        name: wanted,
        mime: transformedType(file, preset),
        wanted: { transformation: transformationOf(file, preset) },
      };
      if (isTransformable(file)) {
        if (app.config.server.readOnly) return name;
        if (await makeOnce(making)) return wanted;
      }
      throw uploadErrors.UPLOAD_PRESET(
        'preset',
        named.name,
        `${name} is no image that can be resized; ask for it alone`,
      );
    },
  };
}

const DEFAULTS: Partial<Record<Key, string>> = { fit: 'inside' };

/** As a query writes it. */
const spelled = (value: string | number | undefined): string | undefined =>
  value === undefined ? undefined : String(value);

const spellingOf = (preset: Preset): string =>
  KEYS.filter((key) => preset[key] !== undefined)
    .map((key) => `${key}=${preset[key]}`)
    .join('&');

// The objects of a file in the storage: the upload, its formats and its transformed images.
import { createHash } from 'node:crypto';
import { check } from '../../../core';
import type { Preset, UploadConfig } from '../config';
import type { FocalPoint, Transformation } from '../images/image-job';
import { RESIZABLE } from '../images/image-types';
import { mimeTypes } from '../mime/mime-types';

/** Values of a row. */
type File = Readonly<Record<string, unknown>>;

/** The configuration on which the names depend. */
export type NameRules = Pick<UploadConfig, 'presets' | 'quality'>;

export interface FileObject {
  readonly name: string;
  /** false: an image that its first request makes, or has made. */
  readonly isMade: boolean;
}

const nameOf = ({ hash, ext }: File): string => `${hash}${ext ?? ''}`;

export const originalName = nameOf;

export function objectsOf(file: File, rules: NameRules): readonly FileObject[] {
  const { formats } = file;
  const entries = check.isPlainObject(formats) ? Object.values(formats).filter(check.isPlainObject) : [];
  return [
    { name: originalName(file), isMade: true },
    ...entries.map((entry) => ({ name: nameOf(entry), isMade: entry.sizeInBytes !== null })),
    ...(isTransformable(file)
      ? presetsOf(rules).map((preset) => ({ name: transformedName(file, preset, rules), isMade: false }))
      : []),
  ];
}

export const objectNames = (file: File, rules: NameRules): string[] =>
  objectsOf(file, rules).map(({ name }) => name);

export const isTransformable = ({ mime }: File): boolean => RESIZABLE.has(String(mime));

export interface NamedPreset {
  readonly name: string;
  readonly preset: Preset;
}

export const presetsOf = ({ presets }: Pick<NameRules, 'presets'>): NamedPreset[] =>
  Object.entries(presets).map(([name, preset]) => ({ name, preset }));

/** `card-8d120a0e_lake_4f2a81c09b.webp`: other values of the preset, or another focal point, give another name. */
export function transformedName(file: File, { name, preset }: NamedPreset, { quality }: NameRules): string {
  const wanted = JSON.stringify([transformationOf(file, preset), quality]);
  const digest = createHash('sha256').update(wanted).digest('hex').slice(0, 8);
  return `${name}-${digest}_${file.hash}.${mimeTypes().extension(transformedType(file, preset))}`;
}

export const transformedType = ({ mime }: File, { format }: Preset): string =>
  format === undefined ? String(mime) : `image/${format}`;

export const transformationOf = ({ focalPoint }: File, preset: Preset): Transformation => ({
  ...preset,
  focalPoint: preset.fit === 'cover' && isPoint(focalPoint) ? focalPoint : null,
});

const isPoint = (value: unknown): value is FocalPoint =>
  check.isPlainObject(value) && typeof value.x === 'number' && typeof value.y === 'number';

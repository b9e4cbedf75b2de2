// The messages between the application and an image worker. Types only.
import type { Preset } from '../config';

export interface ImageRules {
  readonly breakpoints: Readonly<Record<string, number>>;
  readonly quality: number;
  readonly maxPixels: number;
  /** Each format exists in these types too. */
  readonly alsoAs: readonly FurtherType[];
  /** Formats get their dimensions only. */
  readonly onDemand: boolean;
  readonly placeholder: boolean;
}

/** Types of formats beside that of the upload. */
export type FurtherType = 'webp' | 'avif';

export interface ImageFormat {
  /** `small`, or `small_webp` for a further type. */
  readonly key: string;
  /** null: the type of the upload. */
  readonly as: FurtherType | null;
  readonly width: number;
  readonly height: number;
  /** null: the format is made at the first request of its address. */
  readonly made: MadeImage | null;
}

/** An image in a temporary file. */
export interface MadeImage {
  readonly path: string;
  /** Bytes. */
  readonly size: number;
}

export interface ImageFacts {
  readonly width: number | null;
  readonly height: number | null;
  /** The upload without its metadata, turned upright; null: the upload itself is stored. */
  readonly replaced: MadeImage | null;
  readonly formats: readonly ImageFormat[];
  /** A data URL; null: the configuration asks for none. */
  readonly placeholder: string | null;
}

/** Percent of the width and of the height. */
export interface FocalPoint {
  readonly x: number;
  readonly y: number;
}

export interface Transformation extends Preset {
  readonly focalPoint: FocalPoint | null;
}

/** One image that is made of another: a format by its key, or the image of a preset. */
export type WantedImage = { readonly format: string } | { readonly transformation: Transformation };

export interface ImageJob {
  readonly path: string;
  readonly rules: ImageRules;
  /** `mime`: describes the image, and makes all its formats. */
  readonly wanted: { readonly mime: string } | WantedImage;
}

export type ImageOutcome =
  | { readonly facts: ImageFacts }
  /** More than `maxPixels`. */
  | { readonly pixels: number }
  /** null: no image can be made of these bytes. */
  | { readonly made: MadeImage | null }
  /** The code of an error of the file system, such as `ENOSPC`. */
  | { readonly writeFault: string }
  | { readonly isMissing: true };

// The configuration of the plugin. The keys that the peer has too mean the same.
import { check, described, type Infer, section } from '../../core';

const { anything, array, boolean, integer, object, oneOf, optional, record, string } = check;

const PRESET_NAME = /^[a-z][a-z0-9_]{0,30}$/;
const side = () => optional(integer({ min: 1, max: 10_000 }));

const preset = object({
  width: side(),
  height: side(),
  fit: optional(oneOf('inside', 'cover', 'contain'), 'inside'),
  format: optional(oneOf('jpeg', 'png', 'webp', 'avif')),
  quality: optional(integer({ min: 1, max: 100 })),
});

export type Preset = Infer<typeof preset>;

const DEFAULT_BREAKPOINTS = { large: 1000, medium: 750, small: 500 };

export const uploadConfig = section({
  provider: described(
    'The storage of the bytes: `local`, `s3`, or the path or package of your own provider.',
    optional(string({ min: 1 }), 'local'),
  ),
  providerOptions: described(
    'Options of the provider. `local`: `folder`. Never printed.',
    optional(record(anything()), {}),
  ),
  breakpoints: described(
    'Formats of an image: name → longest side in pixels. An image gets the formats that are smaller than the image.',
    optional(record(integer({ min: 1, max: 10_000 })), DEFAULT_BREAKPOINTS),
  ),
  alsoAs: described(
    'More file types for each format: `webp`, `avif`. For example, the format `small` then also has `small_webp`.',
    optional(array(oneOf('webp', 'avif')), []),
  ),
  onDemand: described(
    '`true`: the first request of its address makes a format, and not the upload. It needs the provider `local`.',
    optional(boolean(), false),
  ),
  quality: described(
    'Quality of JPEG, WebP and AVIF formats, in percent.',
    optional(integer({ min: 1, max: 100 }), 80),
  ),
  presets: described(
    'Transformed images that `/uploads/:name?preset=NAME` returns: name → `width`, `height`, `fit` (`inside`, `cover`, `contain`), `format` (`jpeg`, `png`, `webp`, `avif`), `quality`. They need the provider `local`.',
    optional(record(preset, { key: PRESET_NAME }), {}),
  ),
  presetMaxAge: described(
    'Seconds for which browsers may keep a transformed image.',
    optional(integer({ min: 0 }), 30 * 24 * 60 * 60),
  ),
  placeholder: described(
    '`true`: images get a `placeholder`, a blurred image of at most 16 × 16 pixels as a data URL.',
    optional(boolean(), false),
  ),
  maxPixels: described(
    'Pixels (width × height) of an image. A larger image gets 400.',
    optional(integer({ min: 1 }), 100_000_000),
  ),
  realTypes: described(
    '`check` compares the declared type of a file with its bytes, and refuses a contradiction. `trust` skips this check.',
    optional(oneOf('check', 'trust'), 'check'),
  ),
  allow: described(
    'MIME types that may be uploaded, such as `image/*`. Absent: every type.',
    optional(array(string({ min: 1 }))),
  ),
  deny: described('MIME types that may not be uploaded.', optional(array(string({ min: 1 })), [])),
  protectUsed: described(
    '`true`: deleting a file that a document uses gets 409. The answer lists the documents.',
    optional(boolean(), false),
  ),
  linkWithoutPermission: described(
    '`true`: requests may link files without an action of files, as in Strapi. Not for a private storage.',
    optional(boolean(), false),
  ),
  maxAge: described(
    'Seconds for which browsers may keep a local file (`Cache-Control`).',
    optional(integer({ min: 0 }), 0),
  ),
});

export type UploadConfig = Infer<typeof uploadConfig>;

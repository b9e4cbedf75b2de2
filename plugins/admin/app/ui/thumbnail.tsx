// A small image of a file, or its kind.
import { type File, sourceOf } from '../data/files';

interface Props {
  readonly file: File;
  readonly alt?: string;
  /** The pixels of both sides, so that the browser lays out a list before the images arrive. */
  readonly side?: number;
}

export const Thumbnail = ({ file, alt, side }: Props) =>
  isImage(file) ? (
    <img
      src={sourceOf(file, smallestOf(file))}
      alt={alt ?? file.alternativeText ?? ''}
      width={side}
      height={side}
      loading="lazy"
      draggable={false}
    />
  ) : (
    <span class="file-kind">{file.mime.split('/').at(-1)}</span>
  );

export const isImage = ({ mime }: File): boolean => mime.startsWith('image/');

/** The name of a format. Settings name the formats: a thumbnail need not be among them. */
function smallestOf({ formats }: File): string | undefined {
  const byWidth = Object.entries(formats ?? {}).toSorted(([, a], [, b]) => (a.width ?? 0) - (b.width ?? 0));
  return formats?.thumbnail ? 'thumbnail' : byWidth[0]?.[0];
}

// An image with the part that a crop keeps. The pointer draws the part, moves it, or moves one of its corners.
import { useRef } from 'preact/hooks';
import { type Area, between, cornerAt, fitted, isInside, type Ratio, wholeOf } from '../data/crop-area';
import { type Point, type Size, within } from '../data/image-areas';

/** Pixels of the screen around a corner. */
const NEAR = 16;
/** A click draws nothing. */
const LEAST = 4;

type Drag =
  | { readonly kind: 'draw'; readonly stays: Point }
  | { readonly kind: 'move'; readonly from: Point; readonly area: Area };

interface Props {
  readonly source: string;
  readonly alt: string;
  readonly size: Size | null;
  readonly area: Area | null;
  readonly ratio: Ratio;
  readonly onLoad: (image: HTMLImageElement) => void;
  readonly onFail: () => void;
  readonly onArea: (area: Area) => void;
}

export function CropStage({ source, alt, size, area, ratio, onLoad, onFail, onArea }: Props) {
  const drag = useRef<Drag | null>(null);
  type Event = PointerEvent & { readonly currentTarget: HTMLElement };
  /** Where the pointer is in the image, and how many pixels of the image one of the screen is. */
  const placeOf = (event: Event, { width, height }: Size) => {
    const box = event.currentTarget.getBoundingClientRect();
    const scale = width / Math.max(1, box.width);
    return {
      scale,
      x: within((event.clientX - box.left) * scale, 0, width),
      y: within((event.clientY - box.top) * scale, 0, height),
    };
  };
  const start = (event: Event): void => {
    if (!size || !area || event.button !== 0) return;
    const { scale, ...place } = placeOf(event, size);
    const whole = wholeOf(size);
    const isWhole = area.width === whole.width && area.height === whole.height;
    const stays = cornerAt(place, area, NEAR * scale);
    drag.current =
      stays === null && !isWhole && isInside(place, area)
        ? { kind: 'move', from: place, area }
        : { kind: 'draw', stays: stays ?? place };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const follow = (event: Event): void => {
    const { current } = drag;
    if (!current || !size) return;
    const { scale, ...place } = placeOf(event, size);
    if (current.kind === 'move') {
      const { from, area: own } = current;
      const moved = { ...own, left: own.left + place.x - from.x, top: own.top + place.y - from.y };
      // Without the ratio, which the area has already: rounding would change its height.
      onArea(fitted(moved, size, null));
      return;
    }
    const { stays } = current;
    const least = Math.min(Math.abs(place.x - stays.x), Math.abs(place.y - stays.y));
    if (least >= LEAST * scale) onArea(between(stays, place, size, ratio));
  };
  const end = (): void => {
    drag.current = null;
  };
  const percent = (part: number, whole: number): string => `${(part / whole) * 100}%`;
  return (
    <div
      class="stage cropped"
      dir="ltr"
      onPointerDown={start}
      onPointerMove={follow}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <img
        src={source}
        // Without it, the canvas of an image of another server cannot be read.
        crossOrigin="anonymous"
        alt={alt}
        draggable={false}
        onLoad={({ currentTarget }) => onLoad(currentTarget)}
        onError={onFail}
      />
      {size && area && (
        <span
          class="cut"
          style={{
            left: percent(area.left, size.width),
            top: percent(area.top, size.height),
            width: percent(area.width, size.width),
            height: percent(area.height, size.height),
          }}
        />
      )}
    </div>
  );
}

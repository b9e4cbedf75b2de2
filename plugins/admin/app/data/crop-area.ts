// The part of an image that a crop keeps, in pixels of the image.
import { type Point, type Size, within } from './image-areas';

export interface Area extends Size {
  readonly left: number;
  readonly top: number;
}

/** Width by height; null: free. */
export type Ratio = number | null;

export const wholeOf = ({ width, height }: Size): Area => ({ left: 0, top: 0, width, height });

/** In whole pixels and inside the image. With a ratio, the width counts. */
export function fitted({ left, top, ...asked }: Area, image: Size, ratio: Ratio): Area {
  const most = ratio === null ? image.width : Math.min(image.width, Math.floor(image.height * ratio));
  const width = within(Math.round(asked.width), 1, most);
  const height = within(Math.round(ratio === null ? asked.height : width / ratio), 1, image.height);
  return {
    left: within(Math.round(left), 0, image.width - width),
    top: within(Math.round(top), 0, image.height - height),
    width,
    height,
  };
}

/** The largest part of the area that has the ratio, around the same centre. */
export function withRatio({ left, top, width, height }: Area, image: Size, ratio: Ratio): Area {
  if (ratio === null) return { left, top, width, height };
  const own = { width: Math.min(width, height * ratio), height: Math.min(height, width / ratio) };
  const place = { left: left + (width - own.width) / 2, top: top + (height - own.height) / 2 };
  return fitted({ ...place, ...own }, image, ratio);
}

/** The area with a corner that stays and a corner under the pointer. */
export function between(stays: Point, moves: Point, image: Size, ratio: Ratio): Area {
  const isLeft = moves.x < stays.x;
  const isAbove = moves.y < stays.y;
  const most = {
    width: isLeft ? stays.x : image.width - stays.x,
    height: isAbove ? stays.y : image.height - stays.y,
  };
  let width = Math.min(Math.abs(moves.x - stays.x), most.width);
  let height = Math.min(Math.abs(moves.y - stays.y), most.height);
  if (ratio !== null) {
    width = Math.min(Math.max(width, height * ratio), most.width, most.height * ratio);
    height = width / ratio;
  }
  const place = { left: isLeft ? stays.x - width : stays.x, top: isAbove ? stays.y - height : stays.y };
  return fitted({ ...place, width, height }, image, ratio);
}

export const isInside = ({ x, y }: Point, { left, top, width, height }: Area): boolean =>
  x >= left && x <= left + width && y >= top && y <= top + height;

/** The corner beside which the pointer is, and the opposite one. */
export function cornerAt({ x, y }: Point, { left, top, width, height }: Area, near: number): Point | null {
  for (const isRight of [false, true])
    for (const isBelow of [false, true]) {
      const corner = { x: isRight ? left + width : left, y: isBelow ? top + height : top };
      if (Math.abs(corner.x - x) <= near && Math.abs(corner.y - y) <= near)
        return { x: isRight ? left : left + width, y: isBelow ? top : top + height };
    }
  return null;
}

/** The focal point of the part, in percent; null: it is outside. */
export function focalPointIn(point: Point | null, image: Size, area: Area): Point | null {
  if (!point) return null;
  const place = { x: (point.x / 100) * image.width, y: (point.y / 100) * image.height };
  if (!isInside(place, area)) return null;
  return {
    x: Math.round(((place.x - area.left) / area.width) * 100),
    y: Math.round(((place.y - area.top) / area.height) * 100),
  };
}

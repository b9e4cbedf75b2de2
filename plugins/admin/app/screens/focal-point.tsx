// The focal point of an image. Crops keep it in the middle. Left and right are those of the image, in both directions of writing.
import { useState } from 'preact/hooks';
import { type ChangedFile, changeFile, type File, sourceOf } from '../data/files';
import {
  type Frame,
  focalPointOf,
  frameOf,
  MIDDLE,
  type Point,
  pointAt,
  positionOf,
  type Size,
  titleOfPreset,
} from '../data/image-areas';
import { known } from '../data/model';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';

interface Props {
  readonly file: File;
  readonly onSaved: (file: ChangedFile) => void;
  readonly onClose: () => void;
}

export function FocalPoint({ file, onSaved, onClose }: Props) {
  const stored = focalPointOf(file);
  const [point, setPoint] = useState<Point>(stored ?? MIDDLE);
  const [size, setSize] = useState<Size | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const source = sourceOf(file, 'large');
  const save = (focalPoint: Point | null): void => {
    setBusy(true);
    setFailure(null);
    changeFile(file.id, { focalPoint }).then(onSaved, (error: unknown) => {
      setFailure(error);
      setBusy(false);
    });
  };
  const follow = (event: PointerEvent & { readonly currentTarget: Element }): void => {
    if (event.buttons === 1) setPoint(pointAt(event, event.currentTarget));
  };
  return (
    <Dialog title={t('Focal point of {name}', { name: file.name })} wide onClose={onClose}>
      <Failure error={failure} />
      <p>{t('Pages that cut the image keep this point in it. Click on the image, or move the sliders.')}</p>
      <div class="columns">
        <div>
          <div class="stage" dir="ltr" onPointerDown={follow} onPointerMove={follow}>
            <img
              src={source}
              alt={file.alternativeText || file.name}
              draggable={false}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setSize({ width: naturalWidth, height: naturalHeight })
              }
            />
            <span class="point" style={{ left: `${point.x}%`, top: `${point.y}%` }} />
          </div>
          <Slider
            id="focal-x"
            label={t('From the left, in percent')}
            value={point.x}
            set={(x) => setPoint({ ...point, x })}
          />
          <Slider
            id="focal-y"
            label={t('From the top, in percent')}
            value={point.y}
            set={(y) => setPoint({ ...point, y })}
          />
        </div>
        <div class="crops">
          {size &&
            framesOf(file, size, point).map(([title, frame]) => (
              <Crop key={title} {...{ title, source, size, frame }} />
            ))}
        </div>
      </div>
      <div class="row">
        <Button kind="main" disabled={busy} onClick={() => save(point)}>
          {t('Save')}
        </Button>
        {stored && (
          <Button disabled={busy} onClick={() => save(null)}>
            {t('Remove the focal point')}
          </Button>
        )}
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </Dialog>
  );
}

const framesOf = (file: File, size: Size, point: Point): readonly (readonly [string, Frame])[] => [
  [t('Wide (16:9)'), { ratio: 16 / 9, point, isWhole: false }],
  [t('Tall (3:4)'), { ratio: 3 / 4, point, isWhole: false }],
  [t('Square (1:1)'), { ratio: 1, point, isWhole: false }],
  ...known().presets.map((preset) => [titleOfPreset(preset), frameOf(preset, file, size, point)] as const),
];

interface SliderProps {
  readonly id: string;
  readonly label: string;
  readonly value: number;
  readonly set: (value: number) => void;
}

const Slider = ({ id, label, value, set }: SliderProps) => (
  <div class="field">
    <label for={id}>{label}</label>
    <div class="slider" dir="ltr">
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        step={1}
        value={value}
        onInput={(event) => set(Number(event.currentTarget.value))}
      />
      <output for={id}>{value}</output>
    </div>
  </div>
);

interface CropProps {
  readonly title: string;
  readonly source: string;
  readonly size: Size;
  readonly frame: Frame;
}

/** Rem: of the longest sides. */
const MOST = { width: 12, height: 9.3 };

function Crop({ title, source, size, frame: { ratio, point, isWhole } }: CropProps) {
  const style = {
    aspectRatio: String(ratio),
    width: `${Math.min(MOST.width, MOST.height * ratio)}rem`,
    objectFit: isWhole ? 'contain' : 'cover',
    objectPosition: positionOf(point, size, ratio),
  };
  return (
    <figure>
      <img src={source} alt="" style={style} />
      <figcaption>
        <bdi>{title}</bdi>
      </figcaption>
    </figure>
  );
}

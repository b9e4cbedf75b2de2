// Keeps a part of an image: as the new bytes of the file, or as a file of its own.
import { useEffect, useState } from 'preact/hooks';
import { type Area, fitted, focalPointIn, type Ratio, wholeOf, withRatio } from '../data/crop-area';
import { cutImage, isAnimated, isOwn, nameOfPart, writtenType } from '../data/cut-image';
import { type ChangedFile, changeFile, type File, sourceOf } from '../data/files';
import { focalPointOf, type Size, titleOfPreset } from '../data/image-areas';
import { known } from '../data/model';
import { upload } from '../data/upload';
import { t } from '../i18n/translate';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Failure } from '../ui/failure';
import { Notice } from '../ui/notice';
import { CropStage } from './crop-stage';

const SHAPES: readonly (readonly [string, Ratio])[] = [
  ['1:1', 1],
  ['4:3', 4 / 3],
  ['16:9', 16 / 9],
];

interface Props {
  readonly file: File;
  readonly onReplaced: (file: ChangedFile) => void;
  readonly onAdded: () => void;
  readonly onClose: () => void;
}

export function Crop({ file, onReplaced, onAdded, onClose }: Props) {
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const [isUnreadable, setIsUnreadable] = useState(false);
  /** null: not known. undefined: not known yet. */
  const [isMoving, setIsMoving] = useState<boolean | null>();
  const [area, setArea] = useState<Area | null>(null);
  /** The title of a shape; empty: free. */
  const [kind, setKind] = useState('');
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const source = sourceOf(file);
  const shapes = new Map([
    ...SHAPES,
    ...known().presets.map((preset) => [titleOfPreset(preset), preset.width / preset.height] as const),
  ]);
  const ratio = shapes.get(kind) ?? null;
  const size: Size | null = image && { width: image.naturalWidth, height: image.naturalHeight };
  const isWhole = !size || !area || (area.width === size.width && area.height === size.height);
  const keepsType = writtenType(file.mime) === file.mime;
  const mayReplace = keepsType && isMoving === false;
  useEffect(() => {
    isAnimated(source, file.mime).then(setIsMoving, () => setIsMoving(null));
  }, []);

  const save = async (isNew: boolean): Promise<void> => {
    if (!image || !size || !area) return;
    setBusy(true);
    setFailure(null);
    try {
      const blob = await cutImage(image, area, file.mime);
      const focalPoint = focalPointIn(focalPointOf(file), size, area);
      const name = isNew ? nameOfPart(file.name, area, blob.type) : file.name;
      const part = new globalThis.File([blob], name, { type: blob.type });
      if (isNew) {
        const { alternativeText, caption } = file;
        const info = { name, alternativeText, caption, focalPoint };
        await upload(part, file.folder?.documentId ?? null, info);
        onAdded();
      } else onReplaced(await changeFile(file.id, { name, focalPoint }, part));
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  const choose = (next: string): void => {
    setKind(next);
    if (area && size) setArea(withRatio(area, size, shapes.get(next) ?? null));
  };
  const put = (change: Partial<Area>): void => {
    if (!area || !size) return;
    // With a ratio the width counts, so a typed height becomes a width.
    const { height } = change;
    const width = ratio !== null && height !== undefined ? height * ratio : area.width;
    setArea(fitted({ ...area, width, ...change }, size, ratio));
  };

  return (
    <Dialog title={t('Crop {name}', { name: file.name })} wide onClose={onClose}>
      <Failure error={failure} />
      {isUnreadable && <Notice kind="error">{unreadable(source)}</Notice>}
      {isMoving && (
        <Notice kind="warning">
          {t('The image moves. The part is a still image, so it cannot replace the image.')}
        </Notice>
      )}
      {isMoving === null && (
        <Notice kind="warning">
          {t(
            'It is not known whether the image moves. The part is a still image, so it cannot replace the image.',
          )}
        </Notice>
      )}
      {!keepsType && (
        <Notice>
          {t('The browser cannot write this type of image. The part becomes a new file of the type PNG.')}
        </Notice>
      )}
      <p>{t('Draw the part that stays, or type its place and its size.')}</p>
      <div class="columns">
        <div>
          <CropStage
            {...{ source, size, area, ratio }}
            alt={file.alternativeText || file.name}
            onArea={setArea}
            onFail={() => setIsUnreadable(true)}
            onLoad={(loaded) => {
              setImage(loaded);
              setArea(wholeOf({ width: loaded.naturalWidth, height: loaded.naturalHeight }));
            }}
          />
        </div>
        <div>
          <div class="fields">
            <div class="field">
              <label for="crop-ratio">{t('Ratio')}</label>
              <select
                id="crop-ratio"
                value={kind}
                disabled={!area}
                onChange={(event) => choose(event.currentTarget.value)}
              >
                <option value="">{t('Free')}</option>
                {[...shapes.keys()].map((each) => (
                  <option key={each} value={each} dir="auto">
                    {each}
                  </option>
                ))}
              </select>
            </div>
            {area && size && (
              <>
                <Pixels
                  id="width"
                  label={t('Width')}
                  value={area.width}
                  least={1}
                  most={size.width}
                  set={put}
                />
                <Pixels
                  id="height"
                  label={t('Height')}
                  value={area.height}
                  least={1}
                  most={size.height}
                  set={put}
                />
                <Pixels id="left" label={t('From the left')} value={area.left} most={size.width} set={put} />
                <Pixels id="top" label={t('From the top')} value={area.top} most={size.height} set={put} />
              </>
            )}
          </div>
          <p class="help">{t('All numbers are pixels of the image.')}</p>
        </div>
      </div>
      {mayReplace && (
        <p class="help">{t('Replacing changes the image in all documents. This cannot be undone.')}</p>
      )}
      <div class="row">
        <Button kind="main" disabled={busy || isWhole} onClick={() => void save(true)}>
          {t('Save as a new file')}
        </Button>
        {mayReplace && (
          <Button disabled={busy || isWhole} onClick={() => void save(false)}>
            {t('Replace the image')}
          </Button>
        )}
        <Button onClick={onClose}>{t('Cancel')}</Button>
      </div>
    </Dialog>
  );
}

const unreadable = (source: string): string =>
  isOwn(source)
    ? t('The browser cannot show this image.')
    : t(
        'Another server sends this image, and does not let this page read it. Allow the address of this page in the CORS rules of the storage. Or download the image, crop it on your computer, and use “Replace”.',
      );

interface PixelsProps {
  readonly id: keyof Area;
  readonly label: string;
  readonly value: number;
  readonly least?: number;
  readonly most: number;
  readonly set: (change: Partial<Area>) => void;
}

const Pixels = ({ id, label, value, least = 0, most, set }: PixelsProps) => (
  <div class="field half">
    <label for={`crop-${id}`}>{label}</label>
    <input
      id={`crop-${id}`}
      type="number"
      min={least}
      max={most}
      value={value}
      onChange={({ currentTarget }) => set({ [id]: Number(currentTarget.value) })}
    />
  </div>
);

// Cases of images that are made at their first request: of damaged pictures, of each type, and in another type.
import { article, several } from '../../../conformance/cases/build';
import type { Answer, Bench, Case, Expectation, Step } from '../../../conformance/cases/case';
import { OTHER_OPTIONS } from '../../../conformance/cases/deployments';
import { is } from '../../../conformance/cases/pattern';
import { part, png, sends, sidesOf, upload } from '../../../conformance/cases/upload-files';
import { files, text } from './build';

const demand = (row: string, run: (bench: Bench) => Promise<void>, name?: string): Case =>
  files(row, run, { deploy: OTHER_OPTIONS, ...(name === undefined ? {} : { name }) });
const bytes = (path: string, expect: Expectation): Step => ({ send: 'GET', from: 'root', path, expect });
const image = (type: string): Expectation => ({ status: 200, headers: { 'content-type': type } });

/** 60 × 40 pixels. The WebP and the GIF have two frames. */
const AVIF = Buffer.from(
  'AAAAHGZ0eXBhdmlmAAAAAG1pZjFhdmlmbWlhZgAAANZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA' +
    'ACJpbG9jAAAAAERAAAEAAQAAAAAA+gABAAAAAAAAACMAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABhdjAxAAAAAA5waXRt' +
    'AAAAAAABAAAAVmlwcnAAAAA4aXBjbwAAAAxhdjFDgSACAAAAABRpc3BlAAAAAAAAADwAAAAoAAAAEHBpeGkAAAAAAwgICAAAABZp' +
    'cG1hAAAAAAAAAAEAAQOBAgMAAAArbWRhdBIACgk4FXudpAQ0GkAyFBxCYuTgABYAAJe/PZDLgWCki3Z4',
  'base64',
);
const ANIMATED = Buffer.from(
  'UklGRrgAAABXRUJQVlA4WAoAAAACAAAAOwAAJwAAQU5JTQYAAAD/////AABBTk1GRAAAAAAAAAAAADsAACcAAGQAAAJWUDggLAAA' +
    'AJADAJ0BKjwAKAA/cbjWZDSvKyaiqAKQLglpABbfQKjS6G822IAA/u1FAAAAQU5NRkAAAAAAAAAAAAA7AAAnAABkAAAAVlA4ICgA' +
    'AAAUAwCdASo8ACgAP3GsyGQCKgAC4JaQAW30CorqPm8lRAAA/uVqAAAA',
  'base64',
);
const GIF = Buffer.from(
  'R0lGODlhKAAeAIAAAExpcf8AACH5BAUAAAAALAAAAAAoAB4AAAIhjI+py+0Po5y02ouz3rz7D4biSJbmiabqyrbuC8fyTHMFACH5' +
    'BAUAAAAALAAAAAAoAB4AgExpcQAA/wIhjI+py+0Po5y02ouz3rz7D4biSJbmiabqyrbuC8fyTHMFADs=',
  'base64',
);
/** The head of each frame of a GIF. */
const FRAME = '21f904';

export const quireUploadDemandCases: readonly Case[] = [
  demand('damaged', async (bench) => {
    const whole = png(300, 200);
    await upload(bench, 'f', part('p.png', 'image/png', whole.subarray(0, -30)));
    // The second request finds the picture among the damaged ones.
    for (let request = 0; request < 2; request += 1) {
      await bench.send(bytes('{f.url}?preset=card', { status: 400, error: { name: 'ValidationError' } }));
      await bench.send(bytes('{f.formats.thumbnail.url}', { status: 404 }));
      await bench.send(bytes('{f.url}', image('image/png')));
    }
    const replaced = { status: 200, body: { url: '{f.url}' } };
    await bench.send(sends([part('p.png', 'image/png', whole)], replaced, { path: '/upload?id={f.id}' }));
    await bench.send(bytes('{f.url}?preset=card', image('image/png')));
    await bench.send(bytes('{f.formats.thumbnail.url}', image('image/png')));
  }),
  demand('kept-type', async (bench) => {
    await upload(bench, 'a', part('p.avif', 'image/avif', AVIF));
    await upload(bench, 'w', part('p.webp', 'image/webp', ANIMATED));
    await upload(bench, 'g', part('p.gif', 'image/gif', GIF));
    await upload(bench, 'p', part('p.png', 'image/png', png(300, 200, true)));
    const shown = (alias: string, preset: string, type: string): Promise<Answer> =>
      bench.send(bytes(`{${alias}.url}?preset=${preset}`, image(type)));
    if (!(await shown('a', 'own', 'image/avif')).text.includes('ftypavif'))
      bench.fail('the bytes are of another type', 'AVIF', 'another type');
    if (!(await shown('p', 'own', 'image/png')).text.includes('IHDR'))
      bench.fail('the bytes are of another type', 'PNG', 'another type');
    if (!(await shown('w', 'own', 'image/webp')).text.includes('ANMF'))
      bench.fail('the picture has one frame', 'two frames', 'one frame');
    const frames = (await shown('g', 'own', 'image/gif')).bytes.toString('hex').split(FRAME).length - 1;
    if (frames !== 2) bench.fail('the frames of the GIF', 2, frames);
    // A PNG has one frame, in the size of the preset.
    const sides = sidesOf(await shown('w', 'card', 'image/png'));
    if (sides.join() !== '40,40') bench.fail('the PNG has another size', [40, 40], sides);
    const poor = (await shown('p', 'poor', 'image/jpeg')).bytes.length;
    const rich = (await shown('p', 'rich', 'image/jpeg')).bytes.length;
    if (poor >= rich) bench.fail('a low quality needs as many bytes', `fewer than ${rich}`, poor);
  }),
  demand(
    'on-demand',
    async (bench) => {
      await upload(bench, 'f', part('p.png', 'image/png', png(600, 400)));
      for (const key of ['thumbnail', 'small']) {
        await bench.send(bytes(`{f.formats.${key}_webp.url}`, image('image/webp')));
        await bench.send(bytes(`{f.formats.${key}.url}`, image('image/png')));
      }
    },
    'in another type',
  ),
  demand(
    'protect',
    async (bench) => {
      await upload(bench, 'f', text('used.txt'));
      // Each document uses the file twice.
      for (const [alias, given] of Object.entries(
        several(11, () => article({ cover: '{f.id}', gallery: ['{f.id}'] })),
      ))
        await bench.make(alias, given);
      const use = { type: 'api::article.article', documentId: is.text, field: is.oneOf('cover', 'gallery') };
      await bench.send({
        ...{ send: 'DELETE', path: '/upload/files/{f.id}' },
        expect: { status: 409, error: { details: { uses: is.both(is.length(20), is.each(use)) } } },
      });
    },
    'by many documents',
  ),
];

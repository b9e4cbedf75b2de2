// Files, names and paths that should do no harm, as data.
import { type Part, png } from '../../../conformance/cases/upload-files';

const SCRIPT = '<script>alert(document.domain)</script>';
const SVG = `<svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`;
const LAUGHS = `<!DOCTYPE x [<!ENTITY a "xxxxxxxxxx">${Array.from({ length: 9 }, (_, index) => `<!ENTITY ${String.fromCharCode(98 + index)} "${`&${String.fromCharCode(97 + index)};`.repeat(10)}">`).join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&j;</text></svg>`;
const PICTURE = png(2, 2);

/** A name, a declared type and bytes. Refused, or stored and served so that no script runs. */
export const ACTIVE: readonly (readonly [
  id: string,
  name: string,
  type: string,
  content: Buffer | string,
])[] = [
  ['svg', 'a.svg', 'image/svg+xml', SVG],
  ['svg-as-png', 'a.png', 'image/png', SVG],
  ['svg-named-png', 'a.png', 'image/svg+xml', SVG],
  ['svg-entities', 'a.svg', 'image/svg+xml', LAUGHS],
  ['svgz', 'a.svgz', 'image/svg+xml', SVG],
  ['html', 'a.html', 'text/html', SCRIPT],
  ['html-as-png', 'a.png', 'image/png', SCRIPT],
  ['html-as-text', 'a.txt', 'text/plain', SCRIPT],
  ['html-named-png', 'a.png', 'text/html', SCRIPT],
  ['html-named-twice', 'a.png.html', 'image/png', SCRIPT],
  ['html-as-pdf', 'a.pdf', 'application/pdf', `%PDF-1.7\n${SCRIPT}`],
  [
    'xhtml',
    'a.xhtml',
    'application/xhtml+xml',
    `<html xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</html>`,
  ],
  ['xml', 'a.xml', 'text/xml', `<x xmlns="http://www.w3.org/1999/xhtml">${SCRIPT}</x>`],
  ['mhtml', 'a.mht', 'message/rfc822', `Content-Type: text/html\r\n\r\n${SCRIPT}`],
  ['javascript', 'a.js', 'text/javascript', 'alert(1)'],
  ['gif-polyglot', 'a.gif', 'image/gif', `GIF89a/*${SCRIPT}*/=1;`],
  ['png-polyglot', 'a.html', 'text/html', Buffer.concat([PICTURE, Buffer.from(SCRIPT)])],
  ['type-parameter', 'a.txt', 'text/plain; x="</script>"', SCRIPT],
  ['type-unknown', 'a.zzz', 'nonsense', SCRIPT],
  ['type-missing', 'a.html', '', SCRIPT],
  ['no-extension', 'html', 'text/html', SCRIPT],
  ['utf-7', 'a.txt', 'text/plain; charset=utf-7', '+ADw-script+AD4-alert(1)+ADw-/script+AD4-'],
];

export const NAMES: Readonly<Record<string, string>> = {
  parent: '../../../../escaped.txt',
  'parent-windows': '..\\..\\escaped.txt',
  'parent-encoded': '..%2f..%2fescaped.txt',
  absolute: '/tmp/escaped.txt',
  folder: 'a/b/escaped.txt',
  dots: '..',
  dot: '.',
  hidden: '.htaccess',
  'long-name': `${'n'.repeat(3_000)}.txt`,
  'long-extension': `a.${'x'.repeat(3_000)}`,
  device: 'CON.txt',
  stream: 'a.txt::$DATA',
  newline: 'a\\r\\nSet-Cookie: x=1.txt',
  quotes: "a';--.txt",
  rtl: 'a\u202etxt.exe',
  markup: '<img src=x onerror=alert(1)>.txt',
  'only-extension': '.png',
  'config-file': 'package.json',
};

const big = (width: number, height: number): Buffer => {
  const bytes = Buffer.from(png(1, 1));
  // The size in the head of the picture, with the pixels of a small one.
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
export const textPart = (name: string, content = 'text'): Part => ({
  name,
  filename: 'a.txt',
  type: 'text/plain',
  content,
});

export const ODD: Readonly<Record<string, readonly Part[]>> = {
  'picture-of-4-gigapixels': [
    { name: 'files', filename: 'a.png', type: 'image/png', content: big(65_000, 65_000) },
  ],
  'picture-of-no-size': [{ name: 'files', filename: 'a.png', type: 'image/png', content: big(0, 0) }],
  'picture-cut': [{ name: 'files', filename: 'a.png', type: 'image/png', content: PICTURE.subarray(0, 40) }],
  'gif-of-65535': [
    {
      name: 'files',
      filename: 'a.gif',
      type: 'image/gif',
      content: `GIF89a\xff\xff\xff\xff${'\x00'.repeat(9)};`,
    },
  ],
  empty: [textPart('files', '')],
  'no-file': [{ name: 'x', content: 'y' }],
  'files-as-text': [{ name: 'files', content: 'y' }],
  'files-200': Array.from({ length: 200 }, () => textPart('files')),
  'info-not-json': [textPart('files'), { name: 'fileInfo', content: '{' }],
  'info-odd': [
    textPart('files'),
    {
      name: 'fileInfo',
      content: '{"name":{"$gt":1},"url":"x","hash":"../x","ext":".html","mime":"text/html"}',
    },
  ],
  'info-nul': [textPart('files'), { name: 'fileInfo', content: '{"name":"a\\u0000b"}' }],
  'info-deep': [
    textPart('files'),
    { name: 'fileInfo', content: `${'['.repeat(20_000)}${']'.repeat(20_000)}` },
  ],
  'ref-unknown': [
    textPart('files'),
    { name: 'ref', content: 'api::none.none' },
    { name: 'refId', content: '1' },
    { name: 'field', content: '__proto__' },
  ],
  'ref-users': [
    textPart('files'),
    { name: 'ref', content: 'plugin::users-permissions.user' },
    { name: 'refId', content: '1' },
    { name: 'field', content: 'password' },
  ],
  'part-name-proto': [textPart('__proto__'), textPart('files')],
  'id-parameter-odd': [textPart('files'), { name: 'id', content: '1e999' }],
};

/** Below the folder of served files. */
export const READS = [
  '../package.json',
  '..%2fpackage.json',
  '%2e%2e/%2e%2e/etc/passwd',
  '..%5c..%5cetc%5cpasswd',
  '%00',
  'a%00.png',
  '.env',
].concat([
  '//etc/passwd',
  '/etc/passwd',
  '....//....//etc/passwd',
  '%c0%ae%c0%ae/etc/passwd',
  'x'.repeat(5_000),
  '%',
  '__proto__',
  '',
]);

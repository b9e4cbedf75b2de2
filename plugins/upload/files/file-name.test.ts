import { checkFileName, storedName } from './file-name';

it.each(['a.txt', 'Élan ünï (1).PNG', '写真.jpg', '.env', `${'a'.repeat(251)}.txt`])(
  'accepts the name %s',
  (name) => {
    expect(checkFileName(name)).toBe(name);
  },
);

it.each([
  '',
  '.',
  '..',
  'a/b.txt',
  'a\\b.txt',
  '../a.txt',
  'a..txt',
  'a\0.txt',
  'a\n.txt',
  'photo\u202egpj.exe',
  'a'.repeat(4096),
])('refuses the name %j', (name) => {
  expect(() => checkFileName(name)).toThrow('File name contains invalid characters');
});

it.each<[string, string | false, string, string]>([
  ['Élan ünï (1).PNG', 'png', 'Elan_ueni_1', '.PNG'],
  ['README', 'txt', 'README', '.txt'],
  ['README', false, 'README', ''],
  ['.env', 'txt', 'env', '.txt'],
  ['a.tar.gz', 'gz', 'a_tar', '.gz'],
  ['a.b c', 'txt', 'a_b_c', '.txt'],
  ['写真.jpg', 'jpg', 'file', '.jpg'],
  ['Straße Ł ﬁ.txt', 'txt', 'Strasse_L_fi', '.txt'],
  [`${'x'.repeat(240)}.txt`, 'txt', 'x'.repeat(100), '.txt'],
  [`a.${'x'.repeat(30)}`, 'bin', `a_${'x'.repeat(30)}`, '.bin'],
])('stores %j of the type %s', (name, type, base, ext) => {
  const stored = storedName(name, type);
  expect(stored.ext).toBe(ext);
  expect(stored.hash).toMatch(/^[A-Za-z0-9_]+_[0-9a-f]{10}$/);
  expect(stored.hash.slice(0, -11)).toBe(base);
});

it('two files of one name get two hashes', () => {
  expect(storedName('a.txt', false).hash).not.toBe(storedName('a.txt', false).hash);
});

// The bytes of a tar member before and after its content. The same content gives the same bytes: there is no time and no owner.

const BLOCK = 512;

export function memberHead(name: string, size: number): Buffer {
  const bytes = Buffer.from(name);
  if (bytes.length <= 100 && bytes.length === name.length) return header(name, size, '0');
  // `27 path=files/a-long-name.png`: a number that counts itself, and a record that ends with a line break.
  const record = ` path=${name}\n`;
  let length = Buffer.byteLength(record);
  while (String(length).length + Buffer.byteLength(record) > length) length += 1;
  const extended = Buffer.from(`${length}${record}`);
  return Buffer.concat([
    header('path', extended.length, 'x'),
    extended,
    memberTail(extended.length),
    header('long', size, '0'),
  ]);
}

/** Fills the last block. */
export const memberTail = (size: number): Buffer => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);

export const archiveTail = (): Buffer => Buffer.alloc(2 * BLOCK);

function header(name: string, size: number, type: string): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number): void =>
    void block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at, 'latin1');
  block.write(name, 0, 100, 'latin1');
  octal(0o644, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  block.write('        ', 148, 'latin1');
  block.write(type, 156, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
  return block;
}

import { hashPassword, passwordType, verifyPassword } from './password';

describe('password', () => {
  it('stores a salted hash that fits its column', async () => {
    const [one, two] = await Promise.all([
      hashPassword('correct horse'),
      passwordType.prepare?.('correct horse', {}),
    ]);
    expect(one).toMatch(/^\$scrypt\$16384\$8\$1\$/);
    expect(one).not.toBe(two);
    expect(one.length).toBeLessThanOrEqual(255);
    expect(one).not.toContain('horse');
  });

  it('recognises the password and nothing else', async () => {
    const stored = await hashPassword('correct horse');
    await expect(verifyPassword('correct horse', stored)).resolves.toBe(true);
    await expect(verifyPassword('correct hors', stored)).resolves.toBe(false);
    await expect(verifyPassword('x', '$2a$10$abcdefghijklmnopqrstuv')).resolves.toBe(false);
    await expect(verifyPassword('', '')).resolves.toBe(false);
  });
});

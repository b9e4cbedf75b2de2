// Decimals of every scale, as columns spell them: in JSON, and as the text that filters read.
import fc from 'fast-check';
import { createTestDatabase, testDatabases } from '../../testing/databases';
import { canonicalDecimal, decimalToJson } from '../decimal-text';
import { connectDatabase } from '../run/connect';
import type { ColumnSpec } from '../sql-dialect';
import { fromScaled } from './scaled';

const log = { info() {}, warn() {}, error() {} };
const SCALES = Array.from({ length: 19 }, (_, scale) => scale);
const PRECISIONS = [15, 18];
const LARGEST = 10n ** 18n - 1n;

/** Digits of every length, half of them with zeros at the end. */
const digits = fc
  .tuple(fc.bigInt({ min: 0n, max: LARGEST }), fc.nat(17), fc.nat(17), fc.boolean())
  .map(([value, shorter, zeros, negative]) => {
    const short = value / 10n ** BigInt(shorter);
    const round = zeros > 8 ? short - (short % 10n ** BigInt(zeros - 8)) : short;
    return negative ? -round : round;
  });

test.each(testDatabases())('%s spells decimals of every scale as JavaScript does', async (client) => {
  const { config, drop } = await createTestDatabase(client);
  const database = await connectDatabase(config, { log, dir: '/' });
  const { dialect } = database;
  const columns = PRECISIONS.flatMap((precision) =>
    SCALES.filter((scale) => scale <= precision).map((scale) => ({
      name: `p${precision}_s${scale}`,
      spec: { kind: 'decimal', precision, scale } as const satisfies ColumnSpec,
    })),
  );
  try {
    await database.transaction(async (tx) => {
      await tx.run(
        `CREATE TABLE decimals (${columns.map(({ name, spec }) => `${name} ${dialect.columnType(spec)}`).join(', ')})`,
      );
    });
    const names = columns.map(({ name }) => name);
    const json = dialect.jsonRow(
      columns.map(({ name, spec }) => [name, dialect.jsonDecimal(name, spec.precision, spec.scale)]),
    );
    const select = `SELECT ${[json, ...columns.map(({ name, spec }) => dialect.asText(name, spec))].join(', ')} FROM decimals`;
    const marks = columns.map((_, index) => (client === 'postgres' ? `$${index + 1}` : '?'));
    await fc.assert(
      fc.asyncProperty(fc.option(digits), async (value) => {
        const stored = columns.map(({ spec }) => {
          if (value === null) return null;
          return canonicalDecimal(fromScaled(value % 10n ** BigInt(spec.precision), spec.scale));
        });
        const [row] = await database.transaction(async (tx) => {
          await tx.run('DELETE FROM decimals');
          await tx.run(
            `INSERT INTO decimals (${names.join(', ')}) VALUES (${marks.join(', ')})`,
            columns.map(({ spec }, index) => dialect.toParam(stored[index] ?? null, spec)),
          );
          return tx.all(select);
        });
        const [text, ...texts] = row ?? [];
        expect(texts).toEqual(stored);
        const pairs = stored.map(
          (each, index) => `"${names[index]}":${each === null ? null : decimalToJson(each)}`,
        );
        expect(String(text).replaceAll(' ', '')).toBe(`{${pairs.join(',')}}`);
      }),
      { numRuns: 200 },
    );
  } finally {
    await database.close();
    await drop();
  }
});

// `quire doctor --indexes FILE`: finds the slow reads in a log. Prints the lines for indexes in schema files.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Kernel } from '../../kernel/app/app';
import { EXIT } from '../../kernel/cli/command';
import { bold, print } from '../../kernel/cli/terminal';
import { type IndexProposal, proposeIndexes, type SlowRead, slowReadOf } from '../doctor/propose-indexes';
import { tablesOf } from '../migrate/tables-of';
import { createLedger } from '../sql/axis-ledger';

export async function printProposals({ schema }: Kernel, file: string, asJson: boolean): Promise<number> {
  const reads: SlowRead[] = [];
  const input = file === '-' ? process.stdin : createReadStream(file);
  for await (const line of createInterface({ input })) {
    const read = slowReadOf(line);
    if (read) reads.push(read);
  }
  // Without axis columns, since proposals have none.
  const tables = tablesOf(schema, createLedger([]), { search: false });
  const proposals = proposeIndexes(reads, schema, ({ table }, columns) =>
    (tables.find(({ name }) => name === table)?.indexes ?? []).some((index) =>
      columns.every((column, at) => index.columns[at] === column),
    ),
  );
  print(
    asJson
      ? JSON.stringify({ slowReads: reads.length, proposals }, null, 2)
      : textOf(reads.length, proposals),
  );
  return EXIT.ok;
}

function textOf(reads: number, proposals: readonly IndexProposal[]): string {
  const lines = proposals.flatMap(
    ({ type, source, attributes, reads: count, milliseconds, longest, sql }) => [
      `${bold(type)}: ${count} slow ${count === 1 ? 'read' : 'reads'}, ${milliseconds} ms together, the longest ${longest} ms`,
      `  ${sql}`,
      `  ${source}: "indexes": [${JSON.stringify({ attributes })}]`,
      '',
    ],
  );
  const found = `${reads} slow ${reads === 1 ? 'read' : 'reads'} in the log`;
  if (reads === 0)
    return 'The log has no slow reads. Quire logs reads that take longer than server.logs.slowQuery; the file needs JSON lines.';
  if (proposals.length === 0) return `${found}. An index would help none of them, or exists.`;
  return [...lines, `${found}. The next start creates the indexes that you add.`].join('\n');
}

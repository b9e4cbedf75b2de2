// A table of some records. In a narrow window each row is a block, with the titles of the columns beside the values.
import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Programs that read the screen say the title; others see what the cells are. */
  readonly spoken?: boolean;
}

interface Props<Row> {
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
}

export function Table<Row>({ caption, columns, rows, keyOf }: Props<Row>) {
  return (
    <div class="table stacked">
      <table>
        <caption class="spoken">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, spoken }) => (
              <th key={title} scope="col">
                {spoken ? <span class="spoken">{title}</span> : title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, spoken }) => (
                <td key={title} data-title={spoken ? undefined : title}>
                  <div>{cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

import { missingPaths } from './readme-paths';

const FILES = ['core/cluster/bus.ts', 'core/content/sql/compile/select.ts', 'plugins/shop/orders/pay.ts'];
const missing = (readme: string, text: string) => missingPaths(readme, text, FILES);

it.each([
  ['a file of its folder', 'core/cluster/README.md', '`bus.ts`'],
  ['a file further below', 'core/README.md', 'see `bus.ts` and `sql/compile/select.ts`'],
  ['a file beside its folder', 'core/content/README.md', '`../cluster/bus.ts`'],
  ['a path from core/', 'plugins/shop/README.md', '`content/sql/`'],
  ['a path from the repository', 'core/README.md', '`plugins/shop/orders/pay.ts`'],
  ['a file of the folder of its row', 'core/README.md', '| `content/sql/` | rows | `compile/select.ts` |'],
  ['what is no path', 'core/README.md', '`app.bus`, `config/plugins`, `GET /api/:plural`, `kernel`'],
  ['code in a block', 'core/README.md', '```ts\nread(`gone.ts`);\n```'],
])('accepts %s', (_, readme, text) => {
  expect(missing(readme, text)).toEqual([]);
});

it.each([
  ['a file that is gone', 'core/README.md', '`gone.ts`', 'gone.ts'],
  ['a folder that is elsewhere', 'core/cluster/README.md', '| `compile/` | plans |', 'compile/'],
  ['a file of another folder', 'core/README.md', '| `cluster/` | messages | `select.ts` |', 'select.ts'],
])('reports %s', (_, readme, text, path) => {
  expect(missing(readme, text)).toEqual([`${readme} names \`${path}\`, which does not exist`]);
});

// The public surface as text: each export of the package's entries with its declaration, without comments. docs.ts compares it with
// docs/public-surface.txt, so a change of the surface is a line in a commit.
import { join } from 'node:path';
import ts from 'typescript';

const ENTRIES = [
  'core',
  'testing',
  'plugins/graphql',
  'plugins/upload',
  'plugins/users-permissions',
  'plugins/email',
  'plugins/rate-limit',
  'plugins/jobs',
];

/** `dist`: the folder with the declarations. */
export function publicSurface(dist: string): string {
  const files = ENTRIES.map((entry) => join(dist, entry, 'index.d.ts'));
  const program = ts.createProgram(files, { module: ts.ModuleKind.Node16, skipLibCheck: true });
  const checker = program.getTypeChecker();
  const printer = ts.createPrinter({ removeComments: true });

  const textOf = (exported: ts.Symbol): string[] => {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
    return (symbol.declarations ?? [])
      .filter((declaration) => declaration.getSourceFile().fileName.startsWith(dist))
      .map((declaration) => {
        const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
        // `export * as check`: the namespace is a file.
        if (ts.isSourceFile(node))
          return checker
            .getExportsOfModule(symbol)
            .flatMap((member) => textOf(member))
            .join('\n');
        return sortedUnions(printer.printNode(ts.EmitHint.Unspecified, node, declaration.getSourceFile()));
      });
  };

  return ENTRIES.map((entry, index) => {
    const file = program.getSourceFile(files[index] ?? '');
    const module = file && checker.getSymbolAtLocation(file);
    if (!module) throw new Error(`${files[index]} is missing. Build first: npm run build.`);
    const exports = [...checker.getExportsOfModule(module)].sort((a, b) => (a.name < b.name ? -1 : 1));
    return [`# ${entry}`, ...exports.map((one) => `## ${one.name}\n${textOf(one).sort().join('\n')}`)].join(
      '\n\n',
    );
  }).join('\n\n');
}

/** The compiler writes the members of an inferred union in an order that depends on the build. */
const sortedUnions = (text: string): string =>
  text.replace(/"[^"\n]*"(?: \| (?:"[^"\n]*"|undefined|null))+/g, (union) =>
    union.split(' | ').sort().join(' | '),
  );

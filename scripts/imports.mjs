import { dirname, join } from 'node:path/posix';
import { parseSync } from 'oxc-parser';

/**
 * What a file imports and re-exports: packages by their names, files by their paths from the root of the repository.
 * @returns {{ to: string, typesOnly: boolean }[]}
 */
export function importsOf(file, text) {
  const { module } = parseSync(file, text);
  const found = module.staticImports.map(({ moduleRequest, entries }) => ({
    to: moduleRequest.value,
    typesOnly: entries.length > 0 && entries.every(({ isType }) => isType),
  }));
  for (const { entries } of module.staticExports)
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest) found.push({ to: moduleRequest.value, typesOnly: isType });
  for (const { moduleRequest } of module.dynamicImports)
    found.push({ to: text.slice(moduleRequest.start + 1, moduleRequest.end - 1), typesOnly: false });
  return found.map(({ to, typesOnly }) => ({
    to: to.startsWith('.') ? join(dirname(file), to) : to,
    typesOnly,
  }));
}

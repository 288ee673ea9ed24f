// npm run facts -- FROM [TO]: what is new in Discord's API between two versions of discord-api-types, among the declarations that src and
// commands use, and those that they lead to. A version is a number or a folder with the package; TO is the installed one if it is not given.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = 'discord-api-types';
const INSTALLED = `node_modules/${PACKAGE}`;
/** Declarations of version 10 of the API; the package has those of older ones, too. */
const DECLARATIONS = /(?:^|\/)(?:v10|common|globals|utils)(?:\/\w+)?\.d\.ts$/;
const DECLARATION =
  /^(?:export )?(?:declare )?(?:interface|type|(?:const )?enum|const) (\w+)[^]*?(?=^(?:export|declare|interface|type|import|\/\*\*)|(?![^]))/gm;
const IMPORT = /import (?:type )?\{([^}]*)\} from '(?:discord-api-types\/v10|discord\.js)'/g;

const filesIn = (folder, pattern) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => pattern.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'));

/** By name: the lines of a declaration, without comments. */
function declarationsIn(folder) {
  const found = new Map();
  for (const text of filesIn(folder, DECLARATIONS))
    for (const [declaration, name] of text.replaceAll(/^\s*\/\*\*[^]*?\*\/$/gm, '').matchAll(DECLARATION)) {
      const lines = declaration.split('\n').flatMap((line) => line.trim() || []);
      found.set(name, [...(found.get(name) ?? []), ...lines]);
    }
  return found;
}

/** What is imported, and all that it leads to. */
function used(...versions) {
  const imports = ['src', 'commands']
    .flatMap((folder) => filesIn(folder, /\.ts$/))
    .flatMap((text) =>
      Array.from(text.matchAll(IMPORT), ([, names]) => names.match(/(?<!as )\b[A-Z]\w+/g) ?? []),
    )
    .flat();
  const names = new Set(imports);
  for (const name of names)
    for (const lines of versions.flatMap((version) => version.get(name) ?? []))
      for (const word of lines.match(/\b[A-Z]\w+/g) ?? [])
        if (versions.some((version) => version.has(word))) names.add(word);
  return names;
}

/** A version's folder, and how to clean up after it. */
function open(version) {
  if (existsSync(join(version, 'package.json'))) return { folder: version, close: () => {} };
  const place = mkdtempSync(join(tmpdir(), 'facts-'));
  const run = (program, ...args) => execFileSync(program, args, { cwd: place, encoding: 'utf8' });
  const [{ filename }] = JSON.parse(run('npm', 'pack', '--json', `${PACKAGE}@${version}`));
  run('tar', '-xzf', filename);
  return { folder: join(place, 'package'), close: () => rmSync(place, { recursive: true }) };
}

const [from, to = INSTALLED] = process.argv.slice(2);
if (from === undefined) {
  console.error('Which version to compare with? npm run facts -- 0.38.50');
  process.exit(2);
}
const versions = [open(from), open(to)];
const [before, after] = versions.map(({ folder }) => declarationsIn(folder));
for (const { close } of versions) close();

const changes = Array.from(used(before, after))
  .toSorted((one, other) => (one < other ? -1 : 1))
  .flatMap((name) => {
    const [old, now] = [before.get(name) ?? [], after.get(name) ?? []];
    const added = now.filter((line) => !old.includes(line)).map((line) => `  + ${line}`);
    const gone = old.filter((line) => !now.includes(line)).map((line) => `  - ${line}`);
    return added.length + gone.length === 0 ? [] : [name, ...gone, ...added];
  });
console.log(changes.length === 0 ? 'Nothing that is used here has changed.' : changes.join('\n'));

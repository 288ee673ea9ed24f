// node scripts/licenses/list.mjs [FILE]: lists every production package that is installed, with its license, and the fonts; writes all
// license texts into FILE. Exits with 1 if a package has no license, or no text of it is known.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LICENSE_FILE = /^(licen[cs]e|copying|notice|third[-_ ]?party)/i;
const RULE = '='.repeat(80);
/** The texts of licenses whose packages come without one, by SPDX identifier. */
const KNOWN_TEXTS = fileURLToPath(new URL('.', import.meta.url));

const readText = (path) => readFileSync(path, 'utf8').replaceAll('\r\n', '\n').trim();
const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const byName = (a, b) => (a < b ? -1 : Number(a > b));

/** The folders of the packages that are shipped from here: binaries for other platforms are not installed. */
function installedFolders() {
  const entries = Object.entries(readJson('package-lock.json').packages);
  // The rest is the bot itself and the workspaces of its tools.
  const shipped = entries.filter(
    ([folder, { dev, link }]) => folder.startsWith('node_modules/') && !dev && !link,
  );
  const missing = shipped.find(([folder, { optional }]) => !optional && !existsSync(folder));
  if (missing) throw new Error(`${missing[0]} is not installed. Run: npm ci`);
  return shipped.map(([folder]) => folder).filter((folder) => existsSync(folder));
}

/** The SPDX expression; old packages have objects. */
function licenseOf({ license, licenses = [] }) {
  const all = [license, ...licenses]
    .map((one) => (typeof one === 'object' ? one?.type : one))
    .filter(Boolean);
  return all.length === 0 || all[0] === 'UNLICENSED' ? undefined : all.join(' OR ');
}

/** What a README says about licenses, up to the next heading of its level. */
function readmeSection(folder, files) {
  const readme = files.find((name) => /^readme/i.test(name));
  if (readme === undefined) return [];
  const [, ...sections] = readText(join(folder, readme)).split(/^(?=## )/m);
  return sections.filter((section) => /^## licen[cs]/i.test(section)).map((section) => section.trim());
}

function textsOf(folder, license) {
  const files = readdirSync(folder);
  const own = files.filter((name) => LICENSE_FILE.test(name)).map((name) => readText(join(folder, name)));
  if (own.length > 0) return own;
  const known = join(KNOWN_TEXTS, `${license}.txt`);
  return existsSync(known) ? [...readmeSection(folder, files), readText(known)] : [];
}

function readPackage(folder) {
  const { name, version, author, repository, ...rest } = readJson(join(folder, 'package.json'));
  const license = licenseOf(rest);
  const by = (typeof author === 'object' ? author?.name : author) ?? '';
  const from = (typeof repository === 'object' ? repository?.url : repository) ?? '';
  const texts = license === undefined ? [] : textsOf(folder, license);
  return { name, version, license, origin: [by, from].filter(Boolean).join(', '), texts };
}

function faultOf({ name, version, license }) {
  const which = `${name} ${version}`;
  if (license === undefined) return `${which} names no license: replace it, or ask its authors.`;
  return `${which} (${license}) comes without a license text: add it as scripts/licenses/${license}.txt.`;
}

const section = (title, text) => [RULE, title, RULE, '', text, ''].join('\n');

/** One section for each text: the packages that carry it, then the text. */
function packageSections(packages) {
  const carriers = new Map();
  for (const { texts, ...one } of packages)
    for (const text of texts) carriers.set(text, [...(carriers.get(text) ?? []), one]);
  const line = ({ name, version, license, origin }) =>
    `${name} ${version} (${license})${origin ? `: ${origin}` : ''}`;
  return [...carriers].map(([text, ones]) => section(ones.map(line).join('\n'), text));
}

function main(file) {
  const packages = installedFolders()
    .map(readPackage)
    .toSorted((a, b) => byName(a.name, b.name) || byName(a.version, b.version));
  const faults = packages.filter(({ texts }) => texts.length === 0).map(faultOf);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const fonts = readText('assets/fonts/OFL.txt');
  const own = readJson('package.json');
  if (file === undefined) {
    for (const { name, version, license } of packages)
      console.log(`${license.padEnd(20)} ${name} ${version}`);
    console.log(`${'OFL-1.1'.padEnd(20)} the fonts in assets/fonts`);
    return;
  }
  const sections = [
    section(`Matchpoint ${own.version} (${own.license})`, readText('LICENSE')),
    section('The fonts in assets/fonts (OFL-1.1)', fonts),
    ...packageSections(packages),
  ];
  writeFileSync(file, sections.join('\n'));
  console.log(`${file}: the licenses of Matchpoint, its fonts and ${packages.length} packages.`);
}

try {
  main(process.argv[2]);
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

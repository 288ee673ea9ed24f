// npm run words: brings the translations in line with the English sentences and lists what is left to translators. New sentences are
// added as "", which is shown in English; removed ones are deleted; the order becomes that of English.
// npm run words -- --checked fr rank.title: this French sentence fits today's English. `all` stands for every language, no key for every sentence.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const FOLDER = 'src/words';
const ENGLISH = 'en-US';
const LOCALE_FILE = /^([a-z]{2,3}(?:-\w+)?)\.json$/;
/** By sentence, the hash of the English that its translations were made from: one for all, or one by language. */
const SOURCES = 'sources.json';
const PLURAL = /_(?:zero|one|two|few|many|other)$/;
const FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'];

const read = (file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));

const leavesOf = (tree, path = '') =>
  Object.entries(tree).flatMap(([name, part]) =>
    typeof part === 'string' ? [[path + name, part]] : leavesOf(part, `${path}${name}.`),
  );

function treeOf(leaves) {
  const tree = {};
  for (const [key, text] of leaves) {
    const path = key.split('.');
    const name = path.pop();
    let branch = tree;
    for (const part of path) branch = branch[part] ??= {};
    branch[name] = text;
  }
  return tree;
}

/** The English sentences in their order; the plural forms of one share a key. */
function englishSentences() {
  const leaves = leavesOf(read(`${ENGLISH}.json`));
  const keys = new Set(leaves.map(([key]) => key));
  const sentences = new Map();
  for (const [leaf, text] of leaves) {
    const stem = leaf.replace(PLURAL, '');
    const isPlural = leaf !== stem && keys.has(`${stem}_other`);
    const key = isPlural ? stem : leaf;
    const english = isPlural && sentences.has(key) ? `${sentences.get(key).english}\n${text}` : text;
    const hash = createHash('sha256').update(english).digest('hex').slice(0, 8);
    sentences.set(key, { key, isPlural, english, hash });
  }
  return [...sentences.values()];
}

function translationOf(locale, sentences, sources) {
  const texts = new Map(leavesOf(read(`${locale}.json`)));
  const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const forms = FORMS.filter((form) => categories.includes(form));
  const keysOf = ({ key, isPlural }) => (isPlural ? forms.map((form) => `${key}_${form}`) : [key]);
  const isTranslated = (sentence) => keysOf(sentence).every((key) => texts.get(key));
  const keys = sentences.flatMap(keysOf);
  const sourceOf = ({ key, hash }) =>
    (typeof sources[key] === 'object' ? sources[key][locale] : sources[key]) ?? hash;
  const translated = sentences.filter(isTranslated);
  return {
    locale,
    tree: treeOf(keys.map((key) => [key, texts.get(key) ?? ''])),
    unused: [...texts.keys()].filter((key) => !keys.includes(key)),
    missing: sentences.filter((sentence) => !isTranslated(sentence)),
    stale: translated.filter((sentence) => sourceOf(sentence) !== sentence.hash),
    sources: new Map(translated.map((sentence) => [sentence.key, sourceOf(sentence)])),
  };
}

/** By sentence, in one hash where all languages have the same. */
function sourcesOf(all) {
  const hashes = {};
  for (const { locale, sources } of all)
    for (const [key, hash] of sources) (hashes[key] ??= {})[locale] = hash;
  const entries = Object.entries(hashes).map(([key, own]) => {
    const [first, ...others] = Object.values(own);
    return [key, others.every((hash) => hash === first) ? first : own];
  });
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Each language beside the English of today. */
export function translations(sentences = englishSentences()) {
  const sources = read(SOURCES);
  return readdirSync(FOLDER)
    .flatMap((file) => LOCALE_FILE.exec(file)?.[1] ?? [])
    .filter((locale) => locale !== ENGLISH)
    .map((locale) => translationOf(locale, sentences, sources));
}

/** The files as they should be, by their paths. */
export function filesOf(all) {
  const trees = all.map(({ locale, tree }) => [`${locale}.json`, tree]);
  return new Map(
    [...trees, [SOURCES, sourcesOf(all)]].map(([file, tree]) => [
      join(FOLDER, file),
      `${JSON.stringify(tree, null, 2)}\n`,
    ]),
  );
}

/** Notes that translations fit today's English: those of `keys`, or all. */
function check(translation, sentences, keys) {
  const isMeant = ({ key }) => keys.length === 0 || keys.includes(key);
  const checked = sentences.filter((one) => isMeant(one) && translation.sources.has(one.key));
  const unknown = keys.find((key) => !checked.some((one) => one.key === key));
  if (unknown !== undefined) throw new Error(`${translation.locale} has no translation of ${unknown}.`);
  for (const { key, hash } of checked) translation.sources.set(key, hash);
  translation.stale = translation.stale.filter((one) => !checked.includes(one));
}

function list({ locale, unused, missing, stale }) {
  for (const key of unused) console.log(`${locale}  removed  ${key}`);
  for (const [what, sentences] of Object.entries({ missing, stale }))
    for (const { key, english } of sentences)
      console.log(`${locale}  ${what.padEnd(7)}  ${key}: ${JSON.stringify(english)}`);
}

function main() {
  const { values, positionals: keys } = parseArgs({
    options: { checked: { type: 'string' } },
    allowPositionals: true,
  });
  const language = values.checked;
  const sentences = englishSentences();
  const all = translations(sentences);
  const checked = all.filter(({ locale }) => language === 'all' || language === locale);
  if (language !== undefined && checked.length === 0)
    throw new Error(`There is no ${FOLDER}/${language}.json.`);
  if (language === undefined && keys.length > 0)
    throw new Error('Keys need --checked and a language before them.');
  for (const translation of checked) check(translation, sentences, keys);

  for (const [file, text] of filesOf(all)) writeFileSync(file, text);
  for (const translation of all) list(translation);
  const left = all.flatMap(({ missing, stale }) => [...missing, ...stale]).length;
  console.log(
    left === 0 ? 'Every sentence is translated.' : `${left} left: docs/translate.md says what to do.`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  try {
    main();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }

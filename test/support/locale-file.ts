import { readFileSync } from 'node:fs';
import type { SentenceTree } from '../../src/words/sentences.ts';

/** The sentences of a tree by their full keys: "rank.place". */
export const leaves = (tree: SentenceTree, path = ''): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([name, part]): [string, string][] =>
    typeof part === 'string' ? [[`${path}${name}`, part]] : leaves(part, `${path}${name}.`),
  );

/** Those of a locale file that are translated. The file is ours; its shape is what the tests check. */
export const sentencesIn = (locale: string): [key: string, text: string][] =>
  leaves(JSON.parse(readFileSync(`src/words/${locale}.json`, 'utf8')) as SentenceTree).filter(
    ([, text]) => text !== '',
  );

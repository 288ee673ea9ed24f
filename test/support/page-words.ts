import { createWords } from '../../src/words/words.ts';

/** The English sentences, strictly: an unknown key, or a variable without its value, fails the test. */
export const pageWords = createWords({ strict: true });
export const english = pageWords.in('en-US');

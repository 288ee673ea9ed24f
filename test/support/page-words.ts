import fragment from '../../src/web/words.fragment.json' with { type: 'json' };
import type { ChooseLanguage } from '../../src/web/page-words.ts';

/** The English sentences, strictly: an unknown key, or a variable without its value, fails the test. */
export const english: ChooseLanguage = () => ({
  lang: 'en-US',
  t(key, variables = {}) {
    const found = key
      .split('.')
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], fragment);
    if (typeof found !== 'string') throw new Error(`no sentence ${key}`);
    return found.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
      const value = variables[name];
      if (value === undefined) throw new Error(`${key} lacks ${name}`);
      return value;
    });
  },
});

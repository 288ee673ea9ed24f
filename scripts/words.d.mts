interface EnglishSentence {
  /** Without the suffix of a plural form. */
  key: string;
  english: string;
}

interface Translation {
  locale: string;
  /** The keys that English lacks. */
  unused: string[];
  missing: EnglishSentence[];
  /** Made from another English than today's. */
  stale: EnglishSentence[];
}

export function translations(): Translation[];
export function filesOf(all: readonly Translation[]): ReadonlyMap<string, string>;

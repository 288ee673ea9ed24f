import type { Translate } from '../words/words.ts';

interface PageLanguage {
  /** For `<html lang>`. */
  lang: string;
  /** Variables are plain text: the page escapes the whole sentence. */
  t: Translate;
}

/** Chooses a language by the browser's `Accept-Language`. */
export type ChooseLanguage = (acceptLanguage: string | undefined) => PageLanguage;

/** What every page is made with. */
export interface PageContext extends PageLanguage {
  platformName: string;
  /** A path of ours as browsers know it: PUBLIC_URL may carry one in front. */
  address: (path: string) => string;
  /** A path of Discord's. */
  discord: (path: string) => string;
}

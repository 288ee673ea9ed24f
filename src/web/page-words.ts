/** The sentences of the pages: keys under `pages.*`, variables as plain text (the page escapes the whole sentence). */
type PageWords = (key: string, variables?: Record<string, string>) => string;

interface PageLanguage {
  /** For `<html lang>`. */
  lang: string;
  t: PageWords;
}

/** Chooses a language by the browser's `Accept-Language`. */
export type ChooseLanguage = (acceptLanguage: string | undefined) => PageLanguage;

/** What every page is made with. */
export interface PageContext extends PageLanguage {
  platformName: string;
  /** A path of ours as browsers know it: PUBLIC_URL may carry one in front. */
  address: (path: string) => string;
}

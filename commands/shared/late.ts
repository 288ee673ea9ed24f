import type { Translate } from '../../src/words/words.ts';

const LATE_MINUTES = [0, 10, 20, 30] as const;

/** The options of a menu: after how many minutes without a score both players are reminded. */
export const lateOptions = (t: Translate) =>
  LATE_MINUTES.map((minutes) => ({
    value: String(minutes),
    label: minutes === 0 ? t('follow.late.off') : t('follow.late.after', { count: minutes }),
  }));

/** The minutes of a chosen option; 0 for none. */
export const lateOf = (value: string | undefined): (typeof LATE_MINUTES)[number] =>
  LATE_MINUTES.find((minutes) => String(minutes) === value) ?? 0;

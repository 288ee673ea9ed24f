import { ANY_NUMBER, patternOf, sayIn } from '../wording.ts';

/** By what the posts of a night are told apart in a language. */
export interface NightWording {
  score: RegExp;
  start: RegExp;
  champion: RegExp;
  /** To a player whose match was disputed or ruled on. */
  notice: RegExp;
  /** In the live post. */
  won: RegExp;
}

export function wordingIn(locale?: string): NightWording {
  const say = sayIn(locale);
  return {
    score: patternOf(say('score.score', { first: ANY_NUMBER, second: ANY_NUMBER })),
    start: patternOf(say('feed.start.text'), say('feed.start.round')),
    champion: patternOf(say('feed.champion.text'), say('feed.champion.hidden')),
    notice: patternOf(say('results.notices.disputed'), say('results.notices.ruled')),
    won: patternOf(say('feed.live.won')),
  };
}

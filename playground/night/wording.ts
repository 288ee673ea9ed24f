import { createWords } from '../../src/words/words.ts';

/** By what the posts of a night are told apart in a language. */
export interface NightWording {
  score: RegExp;
  start: RegExp;
  champion: RegExp;
  /** In the live post. */
  won: RegExp;
}

const ANY = '\u0001';
const NUMBER = '\u0002';

function patternOf(...texts: string[]): RegExp {
  const sources = texts.map((text) =>
    text
      .replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`)
      .replaceAll(ANY, '.+?')
      .replaceAll(NUMBER, String.raw`\d+`),
  );
  return new RegExp(sources.join('|'));
}

export function wordingIn(locale = ''): NightWording {
  const t = createWords().in(locale);
  const tournament = ANY;
  return {
    score: patternOf(t('score.score', { first: NUMBER, second: NUMBER })),
    start: patternOf(t('feed.start.text', { tournament }), t('feed.start.round', { tournament, round: ANY })),
    champion: patternOf(
      t('feed.champion.text', { tournament, winner: ANY }),
      t('feed.champion.hidden', { tournament, winner: ANY }),
    ),
    won: patternOf(t('feed.live.won', { tournament, name: ANY })),
  };
}

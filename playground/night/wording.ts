import { ANY_NUMBER, patternOf, sayIn } from '../wording.ts';

/** By what the posts of a night are told apart in a language. */
export interface NightWording {
  score: RegExp;
  start: RegExp;
  champion: RegExp;
  /** Where the champion is another one after a correction. */
  changed: RegExp;
  /** To a player whose match was disputed or ruled on. */
  notice: RegExp;
  /** A tournament that is announced. */
  news: RegExp;
  /** The standing posts of a season and of a desk, and a desk at its end. */
  season: RegExp;
  desk: RegExp;
  complete: RegExp;
  /** The final's line under a champion. */
  final: RegExp;
  /** In the live post; the second one is also all that the end says without a winner. */
  won: RegExp;
  over: RegExp;
  /** Of a match. */
  calledOff: RegExp;
  /** A line in the log about a report, which says what was so then. */
  logged: RegExp;
  isPostponed: RegExp;
  /** A post that says so, and the end of what a table decides. */
  postponed: RegExp;
  table: RegExp;
  /** What is so only while a tournament or a match goes on. */
  goesOn: RegExp;
}

export function wordingIn(locale?: string): NightWording {
  const say = sayIn(locale);
  return {
    score: patternOf(say('score.score', { first: ANY_NUMBER, second: ANY_NUMBER })),
    start: patternOf(say('feed.start.text'), say('feed.start.round')),
    champion: patternOf(say('feed.champion.text'), say('feed.champion.hidden')),
    changed: patternOf(say('feed.champion.changed')),
    news: patternOf(say('announcements.announced')),
    season: patternOf(say('season.kept')),
    desk: patternOf(say('feed.desk.title')),
    complete: patternOf(say('feed.desk.complete')),
    final: patternOf(say('feed.champion.final')),
    notice: patternOf(
      say('results.notices.disputed'),
      say('results.notices.ruled'),
      say('results.notices.left'),
      say('results.notices.dropped'),
      say('results.notices.entered'),
    ),
    won: patternOf(say('feed.live.won')),
    over: patternOf(say('feed.live.over')),
    calledOff: patternOf(say('feed.closed.canceled')),
    logged: patternOf(say('results.audit.proposed')),
    isPostponed: patternOf(say('feed.live.postponed')),
    postponed: patternOf(say('feed.plans.postponed'), say('feed.plans.postponedFrom')),
    table: patternOf(say('feed.end.first')),
    goesOn: patternOf(
      say('feed.live.running'),
      say('feed.live.noBracket'),
      say('feed.live.oldBracket'),
      say('feed.call.text'),
      say('feed.call.late'),
      say('results.awaits'),
      say('results.awaitsOrganizers'),
      say('results.remind'),
      say('results.says'),
      say('results.ifWrong'),
      say('results.notices.disputed'),
    ),
  };
}

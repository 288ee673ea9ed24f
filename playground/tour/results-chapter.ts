import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import type { FieldValues } from '../../tools/discord-stand-in/people/modal.ts';
import { startDuel } from '../../tools/platform-stand-in/world/cup.ts';
import { CAST } from '../../tools/platform-stand-in/world/players.ts';
import type { WorldMatch } from '../../tools/platform-stand-in/world/records.ts';
import type { WordKey } from '../../src/words/words.ts';
import { Browser } from './browser.ts';
import { goThroughLinking, linkAddress } from './link-member.ts';
import { takeScreenshot } from './screenshot.ts';
import { TourError, type TourStage, type TourWorld } from './stage.ts';
import { afterEdit, nextPost } from './waiting.ts';

const [ANA, CHLOE] = ['Ana Conceição', 'Jürgen Weiß'];
/** As the channel shows it: "4 – 2". */
const scoreOf = ({ say }: TourStage, first: number, second: number): string =>
  say('score.score', { first, second });

/** Who wins 4–2, as a sentence has it: the winner's score first. */
const wins = (stage: TourStage, winner: string): string =>
  stage.say('score.outcome.win', { winner, score: stage.say('score.short', { first: 4, second: 2 }) });

/** The other player and an organizer, whose pages are not shown again. */
async function linkOthers(stage: TourStage, { discord }: TourWorld): Promise<void> {
  stage.tell('Chloé links as Jürgen Weiß, and Bruno, who organizes, as Linh Nguyễn.');
  for (const person of [
    { discord: 'Chloé', player: CAST.rival },
    { discord: 'Bruno', player: CAST.organizer },
  ]) {
    const asked = await discord.member(person.discord).slash('link').answer();
    const last = await goThroughLinking(new Browser(), linkAddress(asked), person);
    if (last.status !== 200) throw new TourError(`${person.discord} could not link: ${last.text}`);
  }
}

/** Two players and an organizer: they agree on one result, and have another one decided. */
export async function settleResults(stage: TourStage, world: TourWorld): Promise<void> {
  const { say } = stage;
  const saved = (field: WordKey, value: string): string => say('server.saved', { field: say(field), value });
  stage.chapter('Results that both sides stand behind');
  await linkOthers(stage, world);
  const panel = await stage.type('Ana', 'settings', {}, { says: [say('server.title')], sees: 'alone' });
  await stage.choose('Ana', panel, say('server.choose.organizerRole'), ['Organizer'], {
    says: [saved('server.fields.organizerRole', '@Organizer')],
    sees: 'alone',
  });
  const page = await stage.press('Ana', panel, say('server.pages.results'), {
    says: [
      `${say('server.fields.agreement')} ┃ ${say('server.choices.at-once')}`,
      `${say('server.fields.deadline')} ┃ ${say('server.hours', { count: 24 })}`,
    ],
    sees: 'alone',
  });
  await stage.choose('Ana', page, say('server.choose.agreement'), say('server.choices.both'), {
    says: [saved('server.fields.agreement', say('server.choices.both'))],
    sees: 'alone',
  });
  const duel = (name: string) =>
    startDuel(world.platform.world, { name, playerIds: [CAST.contender, CAST.rival], at: Date.now() });
  await agree(stage, world, duel('Duel of the Week'));
  await dispute(stage, world, duel('Duel of the Month'));
}

/** Ana reports 4 – 2; gives the message in the channel. */
async function report(stage: TourStage, { discord }: TourWorld, { id }: WorldMatch): Promise<ChatMessage> {
  const { say } = stage;
  const asked = await stage.type(
    'Ana',
    'score',
    { match: id, player1_score: 4, player2_score: 2 },
    { says: [say('score.title'), say('results.ways.open')], sees: 'alone' },
  );
  await stage.press('Ana', asked, say('score.confirm'), {
    says: [say('results.done.open'), scoreOf(stage, 4, 2)],
    sees: 'alone',
  });
  const post = await nextPost(discord, { who: 'Chloé', after: asked });
  stage.tell('And everybody in the channel sees:');
  return stage.show(post, 'the report', {
    says: [
      say('score.lines.first', { first: ANA, score: scoreOf(stage, 4, 2), second: CHLOE }),
      say('results.awaits', { player: '@Chloé' }),
      say('results.confirm'),
      say('results.wrong'),
    ],
    sees: 'everybody',
  });
}

async function agree(stage: TourStage, world: TourWorld, match: WorldMatch): Promise<void> {
  const { say } = stage;
  const post = await report(stage, world, match);
  await stage.press('Ana', post, say('results.confirm'), {
    says: [say('results.refused.own-report')],
    sees: 'alone',
  });
  await stage.type(
    'Chloé',
    'next',
    {},
    { says: [say('results.states.yours', { player: ANA, outcome: wins(stage, ANA) })], sees: 'alone' },
  );
  if (match.state === 'finished') throw new TourError('the platform has a score that nobody confirmed');
  await stage.press('Chloé', post, say('results.confirm'), {
    says: [say('results.done.agreed'), scoreOf(stage, 4, 2)],
    sees: 'alone',
  });
  const result = await afterEdit(world.discord, post);
  stage.tell('The report has turned into the result:');
  stage.show(result, 'the result', {
    says: [
      say('score.lines.first', { first: ANA, score: scoreOf(stage, 4, 2), second: CHLOE }),
      say('results.confirmedBy', { member: '@Chloé' }),
    ],
    never: [`[ ${say('results.wrong')}`],
    sees: 'everybody',
  });
  expectScores(match, '4,2');
}

async function dispute(stage: TourStage, world: TourWorld, match: WorldMatch): Promise<void> {
  const { say } = stage;
  const claimed = scoreOf(stage, 2, 4);
  const saysClaim = (player: string): string =>
    say('results.states.claim', { player, outcome: wins(stage, player) });
  const post = await report(stage, world, match);
  const claim: FieldValues = {
    result: [say('results.form.win', { player: CHLOE, score: say('score.short', { first: 4, second: 2 }) })],
    screenshots: [await takeScreenshot('2 – 4')],
  };
  await stage.fill('Chloé', post, say('results.wrong'), claim, {
    says: [say('results.done.disputed')],
    sees: 'alone',
  });
  const disputed = await afterEdit(world.discord, post);
  stage.show(disputed, 'the disputed report', {
    says: [say('results.says', { player: CHLOE, outcome: wins(stage, CHLOE) })],
    sees: 'everybody',
  });
  const call = await nextPost(world.discord, {
    who: 'Bruno',
    place: 'organizers',
    after: post,
    fits: ({ components }) => components.length > 0,
  });
  stage.tell('And the organizers:');
  const asked = stage.show(call, 'the message to the organizers', {
    says: [saysClaim(ANA), saysClaim(CHLOE), say('results.organizers.screenshot')],
    sees: 'everybody',
  });
  await stage.type(
    'Ana',
    'match',
    { match: match.id },
    { says: [say('results.states.disputed')], sees: 'everybody' },
  );
  if (match.state === 'finished') throw new TourError('the platform has a score that is disputed');
  await stage.fill(
    'Bruno',
    asked,
    say('results.rule.for', { winner: CHLOE, score: say('score.short', { first: 4, second: 2 }) }),
    { reason: 'Rewatched.' },
    { says: [say('results.done.ruled'), claimed], sees: 'alone' },
  );
  const ruled = await afterEdit(world.discord, disputed);
  stage.show(ruled, 'the ruling', {
    says: [
      say('score.lines.second', { first: ANA, score: claimed, second: CHLOE }),
      say('results.ruledBy', { member: '@Bruno', reason: 'Rewatched.' }),
    ],
    sees: 'everybody',
  });
  const closed = await afterEdit(world.discord, asked);
  stage.show(closed, 'the settled call', {
    says: [
      say('results.organizers.ruledFor', { outcome: wins(stage, CHLOE), reason: 'Rewatched.' }),
      say('results.rule.change'),
    ],
    sees: 'everybody',
  });
  expectScores(match, '2,4');
}

function expectScores({ scores }: WorldMatch, expected: string): void {
  if (scores?.join() !== expected)
    throw new TourError(`the platform holds ${scores?.join(' to ') ?? 'no score'}, not ${expected}`);
}

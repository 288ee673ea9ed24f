import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import type { FieldValues } from '../../tools/discord-stand-in/people/modal.ts';
import { startDuel } from '../../tools/platform-stand-in/world/cup.ts';
import { CAST } from '../../tools/platform-stand-in/world/players.ts';
import type { WorldMatch } from '../../tools/platform-stand-in/world/records.ts';
import type { Playground } from '../start.ts';
import { Browser } from './browser.ts';
import { goThroughLinking, linkAddress } from './link-member.ts';
import { takeScreenshot } from './screenshot.ts';
import { TourError, type Stage } from './stage.ts';
import { afterEdit, nextPost } from './waiting.ts';

type World = Pick<Playground, 'discord' | 'platform'>;

const VERSUS = /Ana Conceição.*Jürgen Weiß/;

/** The other player and an organizer, whose pages are not shown again. */
async function linkOthers(stage: Stage, { discord }: World): Promise<void> {
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
export async function settleResults(stage: Stage, world: World): Promise<void> {
  stage.chapter('Results that both sides stand behind');
  await linkOthers(stage, world);
  const panel = await stage.type('Ana', 'settings', {}, { says: ['Server settings'], sees: 'alone' });
  await stage.choose('Ana', panel, 'Organizer role: none', ['Organizer'], {
    says: ['Saved. Organizer role: @Organizer'],
    sees: 'alone',
  });
  const page = await stage.press('Ana', panel, 'Results', {
    says: [/Agreement ┃ At once/, /Deadline ┃ 24 hours/],
    sees: 'alone',
  });
  await stage.choose('Ana', page, 'Agreement', 'Both agree', {
    says: ['Saved. Agreement: Both agree'],
    sees: 'alone',
  });
  const duel = (name: string) =>
    startDuel(world.platform.world, { name, playerIds: [CAST.contender, CAST.rival], at: Date.now() });
  await agree(stage, world, duel('Duel of the Week'));
  await dispute(stage, world, duel('Duel of the Month'));
}

/** Ana reports 4 – 2; gives the message in the channel. */
async function report(stage: Stage, { discord }: World, { id }: WorldMatch): Promise<ChatMessage> {
  const asked = await stage.type(
    'Ana',
    'score',
    { match: id, player1_score: 4, player2_score: 2 },
    { says: ['Report this score?', 'the other side is asked to agree'], sees: 'alone' },
  );
  await stage.press('Ana', asked, 'Confirm', { says: ['Reported.', '4 – 2'], sees: 'alone' });
  const post = await nextPost(discord, { who: 'Chloé', after: asked });
  stage.tell('And everybody in the channel sees:');
  return stage.show(post, 'the report', {
    says: [VERSUS, '@Chloé, is this right?', 'Confirm', "That's wrong"],
    sees: 'everybody',
  });
}

async function agree(stage: Stage, world: World, match: WorldMatch): Promise<void> {
  const post = await report(stage, world, match);
  await stage.press('Ana', post, 'Confirm', { says: ["your own side's report"], sees: 'alone' });
  await stage.type('Chloé', 'next', {}, { says: ['4 – 2 reported by Ana Conceição'], sees: 'alone' });
  if (match.state === 'finished') throw new TourError('the platform has a score that nobody confirmed');
  await stage.press('Chloé', post, 'Confirm', {
    says: ['Both sides agree. The result is on Rally:', '4 – 2'],
    sees: 'alone',
  });
  const result = await afterEdit(world.discord, post);
  stage.tell('The report has turned into the result:');
  stage.show(result, 'the result', {
    says: ['Ana Conceição 4 – 2 Jürgen Weiß', 'confirmed by @Chloé'],
    never: ["That's wrong"],
    sees: 'everybody',
  });
  expectScores(match, '4,2');
}

async function dispute(stage: Stage, world: World, match: WorldMatch): Promise<void> {
  const post = await report(stage, world, match);
  const claim: FieldValues = {
    result: ['Jürgen Weiß 2 – 4'],
    screenshots: [await takeScreenshot('2 – 4')],
  };
  await stage.fill('Chloé', post, "That's wrong", claim, {
    says: ['The organizers have both'],
    sees: 'alone',
  });
  const disputed = await afterEdit(world.discord, post);
  stage.show(disputed, 'the disputed report', {
    says: ['Jürgen Weiß says 2 – 4. The organizers decide.'],
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
    says: ['@Organizer', 'Ana Conceição says 4 – 2', 'Jürgen Weiß says 2 – 4', 'A screenshot of the result'],
    sees: 'everybody',
  });
  await stage.type('Ana', 'match', { match: match.id }, { says: ['Disputed'], sees: 'everybody' });
  if (match.state === 'finished') throw new TourError('the platform has a score that is disputed');
  await stage.fill(
    'Bruno',
    asked,
    'Rule for Jürgen Weiß 2–4',
    { reason: 'Rewatched.' },
    { says: ['Ruled.', '2 – 4'], sees: 'alone' },
  );
  const ruled = await afterEdit(world.discord, disputed);
  stage.show(ruled, 'the ruling', {
    says: ['Ana Conceição 2 – 4 Jürgen Weiß', 'Ruled by @Bruno: Rewatched.'],
    sees: 'everybody',
  });
  const closed = await afterEdit(world.discord, asked);
  stage.show(closed, 'the settled call', {
    says: ['An organizer ruled 2 – 4: Rewatched.'],
    sees: 'everybody',
  });
  expectScores(match, '2,4');
}

function expectScores({ scores }: WorldMatch, expected: string): void {
  if (scores?.join() !== expected)
    throw new TourError(`the platform holds ${scores?.join(' to ') ?? 'no score'}, not ${expected}`);
}

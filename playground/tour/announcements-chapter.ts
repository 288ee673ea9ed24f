import type { Playground } from '../start.ts';
import type { Stage } from './stage.ts';
import { nextPost } from './waiting.ts';

type World = Pick<Playground, 'discord'>;

/** What the bot posts in a server by itself: new tournaments, a leaderboard, and a button for those who are not linked. */
export async function announceAndKeep(stage: Stage, { discord }: World): Promise<void> {
  stage.chapter('What a server is told by itself');
  const panel = await stage.type('Ana', 'settings', {}, { says: ['Server settings'], sees: 'alone' });
  const page = await stage.press('Ana', panel, 'Announcements', {
    says: [/Announce new tournaments in ┃ None/, /Only with these words ┃ Any name/],
    sees: 'alone',
  });
  await stage.choose('Ana', page, 'New tournaments: not announced', ['announcements'], {
    says: ['Send Messages permission in #announcements', 'Nothing was changed'],
    sees: 'alone',
  });
  const chosen = await stage.choose('Ana', page, 'New tournaments: not announced', ['match-night'], {
    says: ['Saved. Announce new tournaments in: #match-night'],
    sees: 'alone',
  });
  await stage.fill(
    'Ana',
    chosen,
    'Filter by words…',
    { words: 'open, cup' },
    { says: ['Saved. Only with these words: open, cup'], sees: 'alone' },
  );
  await stage.press('Ana', chosen, 'Post a link button here', {
    says: ['Posted in #general'],
    sees: 'alone',
  });
  const posted = await nextPost(discord, { who: 'Bruno', after: panel });
  const invitation = stage.show(posted, 'the link button', {
    says: ['Link your Rally account', 'Link account'],
    sees: 'everybody',
  });
  await stage.press('Bruno', invitation, 'Link account', { says: ['Connect account'], sees: 'alone' });
  const board = await stage.type('Ana', 'leaderboard', { limit: 3 }, { says: ['#3'], sees: 'everybody' });
  await stage.press('Ana', board, 'Keep posted here', {
    says: ['#general now keeps this leaderboard'],
    sees: 'alone',
  });
}

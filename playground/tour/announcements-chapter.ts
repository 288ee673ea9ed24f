import type { WordKey } from '../../src/words/words.ts';
import type { Playground } from '../start.ts';
import type { TourStage } from './stage.ts';
import { nextPost } from './waiting.ts';

/** What the bot posts in a server on its own: new tournaments, a leaderboard, and a button for those who are not linked. */
export async function announceAndKeep(
  stage: TourStage,
  { discord }: Pick<Playground, 'discord'>,
): Promise<void> {
  const { say } = stage;
  stage.chapter('What a server is told by itself');
  const panel = await stage.type('Ana', 'settings', {}, { says: [say('server.title')], sees: 'alone' });
  const page = await stage.press('Ana', panel, say('server.pages.series'), {
    says: [say('series.none')],
    sees: 'alone',
  });
  const rule = await stage.fill(
    'Ana',
    page,
    say('series.add'),
    { words: 'open, cup' },
    {
      says: [say('series.of', { series: 'open, cup' }), say('series.hints.seasonChannel')],
      sees: 'alone',
    },
  );
  await stage.choose('Ana', rule, say('series.choose.announceChannel'), ['announcements'], {
    says: [
      say('server.refused.permissions', {
        count: 1,
        permissions: say('server.permissions.send'),
        channel: '#announcements',
      }),
    ],
    sees: 'alone',
  });
  const saved = (field: WordKey, channel: string): string[] => [say(field), channel];
  for (const field of ['announceChannel', 'followChannel', 'seasonChannel'] as const)
    await stage.choose('Ana', rule, say(`series.choose.${field}`), ['match-night'], {
      says: saved(`series.fields.${field}`, '#match-night'),
      sees: 'alone',
    });
  const switches = await stage.press('Ana', rule, say('series.switchesButton'), {
    says: [say('series.hints.switches')],
    sees: 'alone',
  });
  const again = await stage.press('Ana', switches, say('follow.back'), {
    says: [say('series.of', { series: 'open, cup' })],
    sees: 'alone',
  });
  const preview = await stage.press('Ana', again, say('series.previewButton'), {
    says: [
      say('series.preview.intro', { series: 'open, cup' }),
      say('series.preview.adopted', { channel: '#match-night' }),
    ],
    sees: 'alone',
  });
  const last = await stage.press('Ana', preview, say('follow.back'), {
    says: [say('series.of', { series: 'open, cup' })],
    sees: 'alone',
  });
  const all = await stage.press('Ana', last, say('series.all'), {
    says: [say('series.title')],
    sees: 'alone',
  });
  await stage.choose('Ana', all, say('server.panel.choose'), ['general'], {
    says: [say('server.panel.posted', { channel: '#general' })],
    sees: 'alone',
  });
  const posted = await nextPost(discord, { who: 'Bruno', after: panel });
  const invitation = stage.show(posted, 'the link button', {
    says: [say('linkPanel.title'), say('linkPanel.button')],
    sees: 'everybody',
  });
  await stage.press('Bruno', invitation, say('linkPanel.button'), {
    says: [say('link.connect')],
    sees: 'alone',
  });
  const board = await stage.type(
    'Ana',
    'leaderboard',
    { limit: 3 },
    { says: [say('rank.place', { place: 3 })], sees: 'everybody' },
  );
  await stage.press('Ana', board, say('board.keep'), {
    says: [say('board.done', { channel: '#general' })],
    sees: 'alone',
  });
}

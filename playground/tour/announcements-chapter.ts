import type { WordKey } from '../../src/words/words.ts';
import type { Playground } from '../start.ts';
import type { Stage } from './stage.ts';
import { nextPost } from './waiting.ts';

type World = Pick<Playground, 'discord'>;

/** What the bot posts in a server by itself: new tournaments, a leaderboard, and a button for those who are not linked. */
export async function announceAndKeep(stage: Stage, { discord }: World): Promise<void> {
  const { say } = stage;
  const saved = (field: WordKey, value: string): string => say('server.saved', { field: say(field), value });
  stage.chapter('What a server is told by itself');
  const panel = await stage.type('Ana', 'settings', {}, { says: [say('server.title')], sees: 'alone' });
  const page = await stage.press('Ana', panel, say('server.pages.announcements'), {
    says: [
      `${say('server.fields.announceChannel')} ┃ ${say('server.none')}`,
      `${say('server.fields.announceWords')} ┃ ${say('server.anyName')}`,
    ],
    sees: 'alone',
  });
  await stage.choose('Ana', page, say('server.choose.announceChannel'), ['announcements'], {
    says: [
      say('server.refused.permissions', {
        count: 1,
        permissions: say('server.permissions.send'),
        channel: '#announcements',
      }),
    ],
    sees: 'alone',
  });
  const chosen = await stage.choose('Ana', page, say('server.choose.announceChannel'), ['match-night'], {
    says: [saved('server.fields.announceChannel', '#match-night')],
    sees: 'alone',
  });
  await stage.fill(
    'Ana',
    chosen,
    say('server.filter.button.announceWords'),
    { words: 'open, cup' },
    { says: [saved('server.fields.announceWords', 'open, cup')], sees: 'alone' },
  );
  await stage.press('Ana', chosen, say('server.panel.button'), {
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

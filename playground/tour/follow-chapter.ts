import type { Playground } from '../start.ts';
import type { Stage } from './stage.ts';
import { nextPost } from './waiting.ts';

/** An organizer lets a channel follow a tournament, and changes their mind. */
export async function followTournament(
  stage: Stage,
  { discord }: Pick<Playground, 'discord'>,
): Promise<void> {
  stage.chapter('A tournament in a channel');
  await stage.type('Bruno', 'follow', {}, { says: ['Only members with Manage Server'], sees: 'alone' });
  const cup = await stage.suggest('Ana', 'follow', 'tournament', 'sprint', /Saturday Sprint/);
  const preview = await stage.type(
    'Ana',
    'follow',
    { tournament: cup.value, channel: 'match-night' },
    { says: ['Saturday Sprint', '#match-night will show', 'Match calls: on'], sees: 'alone' },
    { tournament: cup.name, channel: '#match-night' },
  );
  const planned = await stage.fill(
    'Ana',
    preview,
    'Scheduled event: off',
    { hours: '4' },
    { says: ['Scheduled event: on', 'The scheduled event lasts 4 hours.'], sees: 'alone' },
  );
  await stage.press('Ana', planned, 'Follow', {
    says: ['#match-night now follows Saturday Sprint'],
    sees: 'alone',
  });
  const noted = await nextPost(discord, {
    who: 'Bruno',
    place: 'organizers',
    after: preview,
    fits: ({ content }) => content.includes('Saturday Sprint'),
  });
  stage.tell('The organizers read in their log:');
  stage.show(noted, 'the log', {
    says: ['@Ana let #match-night follow Saturday Sprint: Match calls · Results · Scheduled event'],
    sees: 'everybody',
  });
  const list = await stage.type('Ana', 'follow', {}, { says: ['1. Saturday Sprint'], sees: 'alone' });
  const panel = await stage.choose('Ana', list, 'Open one…', '1. Saturday Sprint', {
    says: ['#match-night follows this', 'Stop', 'Roster'],
    sees: 'alone',
  });
  const roster = await stage.press('Ana', panel, 'Roster', {
    says: [/1 ready · 7 not linked/, '✓ Ana Conceição · @Ana'],
    sees: 'alone',
  });
  await stage.press('Ana', roster, 'Remind', {
    says: ["I'm asking players in #match-night to link their accounts"],
    sees: 'alone',
  });
  const back = await stage.press('Ana', roster, 'Back', { says: ['Stop'], sees: 'alone' });
  await stage.press('Ana', back, 'Stop', { says: ['Stopped by an organizer', 'Resume'], sees: 'alone' });
}

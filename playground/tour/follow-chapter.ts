import type { Playground } from '../start.ts';
import type { TourStage } from './stage.ts';
import { nextPost } from './waiting.ts';

/** An organizer lets a channel follow a tournament, and changes their mind. */
export async function followTournament(
  stage: TourStage,
  { discord }: Pick<Playground, 'discord'>,
): Promise<void> {
  const { say } = stage;
  const sprint = { tournament: 'Saturday Sprint', channel: '#match-night' };
  stage.chapter('A tournament in a channel');
  await stage.type('Bruno', 'follow', {}, { says: [say('server.refused.managers')], sees: 'alone' });
  const cup = await stage.suggest('Ana', 'follow', 'tournament', 'sprint', /Saturday Sprint/);
  const preview = await stage.type(
    'Ana',
    'follow',
    { tournament: cup.value, channel: 'match-night' },
    {
      says: [
        'Saturday Sprint',
        say('follow.preview', sprint),
        say('follow.switch.on', { topic: say('follow.topics.calls') }),
      ],
      sees: 'alone',
    },
    { tournament: cup.name, channel: '#match-night' },
  );
  const planned = await stage.fill(
    'Ana',
    preview,
    say('follow.switch.off', { topic: say('follow.topics.event') }),
    { hours: '4' },
    {
      says: [
        say('follow.switch.on', { topic: say('follow.topics.event') }),
        say('follow.eventHours', { count: 4 }),
      ],
      sees: 'alone',
    },
  );
  await stage.press('Ana', planned, say('follow.follow'), {
    says: [say('follow.done', sprint)],
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
    says: [
      say('follow.audit.followed', {
        ...sprint,
        member: '@Ana',
        after: [say('follow.topics.calls'), say('follow.topics.results'), say('follow.topics.event')].join(
          say('list.separator'),
        ),
      }),
    ],
    sees: 'everybody',
  });
  const list = await stage.type('Ana', 'follow', {}, { says: ['1. Saturday Sprint'], sees: 'alone' });
  const panel = await stage.choose('Ana', list, say('follow.choose'), '1. Saturday Sprint', {
    says: [say('follow.on', sprint), say('follow.stop'), say('follow.roster.button')],
    sees: 'alone',
  });
  const roster = await stage.press('Ana', panel, say('follow.roster.button'), {
    says: [
      `1 ${say('follow.roster.ready')}${say('list.separator')}7 ${say('follow.roster.unlinked')}`,
      '✓ Ana Conceição · @Ana',
    ],
    sees: 'alone',
  });
  await stage.press('Ana', roster, say('follow.remind.button'), {
    says: [say('follow.remind.done', sprint)],
    sees: 'alone',
  });
  const back = await stage.press('Ana', roster, say('follow.back'), {
    says: [say('follow.stop')],
    sees: 'alone',
  });
  await stage.press('Ana', back, say('follow.stop'), {
    says: [say('follow.stopped.organizer'), say('follow.resume')],
    sees: 'alone',
  });
}

import type { TourStage } from './stage.ts';

/** What Ana has before her, and how she wants to hear of it. */
export async function lookAhead(stage: TourStage): Promise<void> {
  const { say } = stage;
  stage.chapter('What comes next');
  const ahead = await stage.type(
    'Ana',
    'next',
    {},
    {
      says: [
        say('next.match'),
        'Jürgen Weiß',
        say('next.registered'),
        'Saturday Sprint',
        say('match.report'),
      ],
      sees: 'alone',
    },
  );
  const direct = await stage.press('Ana', ahead, say('next.dm.label'), {
    says: [say('next.saved', { how: say('next.dm.label') }), say('next.dm.text')],
    sees: 'alone',
  });
  const mentioned = await stage.press('Ana', direct, say('next.mention.label'), {
    says: [say('next.saved', { how: say('next.mention.label') }), say('next.mention.text')],
    sees: 'alone',
  });
  await stage.press('Ana', mentioned, say('next.remind.label'), {
    says: [say('next.saved', { how: say('next.remind.on') }), say('next.remind.text')],
    sees: 'alone',
  });
}

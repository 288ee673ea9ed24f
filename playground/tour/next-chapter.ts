import type { Stage } from './stage.ts';

/** What Ana has before her, and how she wants to hear of it. */
export async function lookAhead(stage: Stage): Promise<void> {
  stage.chapter('What comes next');
  const ahead = await stage.type(
    'Ana',
    'next',
    {},
    {
      says: ['Your next match', 'Jürgen Weiß', "You're registered for", 'Saturday Sprint', 'Report score'],
      sees: 'alone',
    },
  );
  const direct = await stage.press('Ana', ahead, 'Direct message', {
    says: ['Saved: Direct message.', "Nothing else that you didn't ask for"],
    sees: 'alone',
  });
  const mentioned = await stage.press('Ana', direct, 'Mention me', {
    says: ['Saved: Mention me.', 'mentioned in that channel'],
    sees: 'alone',
  });
  await stage.press('Ana', mentioned, 'Remind me', {
    says: ['Saved: reminders on.', 'In the hour before a tournament you registered for'],
    sees: 'alone',
  });
}

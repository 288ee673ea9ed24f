import { expect, test } from 'vitest';
import { people, wordsOf } from '../support/ask.ts';
import { fakeGuilds, fakePlatform } from '../support/fakes.ts';
import { ORGANIZER, press, submit } from '../support/interactions.ts';

const NAMES = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];

test('a custom id named like a property of every object is unknown', async () => {
  const guilds = fakeGuilds({ logChannelId: '40' });
  const members = people({ guilds, platform: fakePlatform({}) });
  const who = { permissions: ORGANIZER, ephemeral: true } as const;
  const said: Record<string, string> = {};
  for (const name of NAMES)
    for (const raw of [
      press(`help:${name}`, who),
      press(`settings:${name}:1`, who),
      press(`help:run:${name}=1`, who),
      press(`${name}:run`, who),
      press(`follow:open:${name}`, who),
      press(`follow:stop:${name}`, who),
      press(`leaderboard:stop:${name}`, who),
      submit(`settings:${name}`, { value: 'x' }, who),
    ])
      said[raw.data.custom_id] = wordsOf((await members.all(raw)).at(-1)!);
  for (const [customId, text] of Object.entries(said)) {
    expect(text, customId).not.toContain('went wrong');
    expect(text, customId).not.toBe('');
  }
  expect(await guilds.follows.read('700')).toEqual({});
  expect(guilds.notes).toEqual([]);
});

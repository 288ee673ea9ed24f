import { describe, expect, it } from 'vitest';
import { buttonOf, componentsOf, people } from '../support/ask.ts';
import { fakeGuilds, fakePlatform } from '../support/fakes.ts';
import { ORGANIZER as RIGHTS, press, slash } from '../support/interactions.ts';
import { messageText } from '../support/message-text.ts';

const POSTS = String(0x400n | 0x800n | 0x4000n);
const ORGANIZER = { permissions: RIGHTS, bot: POSTS };
const platform = fakePlatform({
  rankings: () => Promise.resolve({ value: [{ place: 1, player: { id: 'a', name: 'Ana' } }] }),
});

function world() {
  const guilds = fakeGuilds({ logChannelId: '40' });
  const serverRanking = () =>
    Promise.resolve({ members: [{ discordId: '501', playerId: 'a', elo: 1 }], freshCount: 1, total: 1 });
  const naming = {
    ...people().services.naming,
    playersOf: async () => [{ discordId: '501', playerId: 'a' }],
  };
  return { guilds, members: people({ guilds, platform, serverRanking, naming }) };
}

describe('Keep posted here', () => {
  it('stands under each kind of leaderboard, for organizers alone', async () => {
    for (const options of [{}, { region: 'sea' }, { scope: 'this-server' }]) {
      const { members } = world();
      const labels = async (who: object) =>
        componentsOf(await members.ask(slash('leaderboard', options, who))).map(({ label }) => label);
      expect(await labels(ORGANIZER), JSON.stringify(options)).toContain('Keep posted here');
      expect(await labels({}), JSON.stringify(options)).not.toContain('Keep posted here');
    }
  });

  it('keeps that leaderboard in the channel, privately and with a line in the log', async () => {
    for (const [options, scope] of [
      [{}, 'global'],
      [{ region: 'sea' }, 'region'],
      [{ scope: 'this-server' }, 'server'],
    ] as const) {
      const { guilds, members } = world();
      const keep = buttonOf(await members.ask(slash('leaderboard', options, ORGANIZER)), 'Keep posted here');
      const [answer] = (await members.all(press(keep, ORGANIZER))).slice(-1);
      expect(messageText(answer!)).toMatchInlineSnapshot(
        `<#800> now keeps this leaderboard. The message comes within a few minutes, and is updated every hour.`,
      );
      expect(Object.values(await guilds.boards.read('700'))).toMatchObject([{ channelId: '800', scope }]);
      expect(guilds.notes).toMatchObject([{ text: '<@501> let <#800> keep a leaderboard' }]);
      await members.all(press(keep, ORGANIZER));
      expect(guilds.notes).toHaveLength(1);
    }
  });

  it('and its Stop are for organizers, also where they are pressed by others', async () => {
    const { guilds, members } = world();
    const last = async (customId: string, who: object) => {
      const answer = (await members.all(press(customId, who))).at(-1);
      return answer && messageText(answer);
    };
    const keep = buttonOf(await members.ask(slash('leaderboard', {}, ORGANIZER)), 'Keep posted here');
    expect(await last(keep, { bot: POSTS })).toMatchInlineSnapshot(
      `Only members with Manage Server can do that. They can choose an organizer role with /settings.`,
    );
    expect(await last(keep, { ...ORGANIZER, bot: '1024' })).toMatchInlineSnapshot(
      `I need these permissions in <#800>: Send Messages and Embed Links. Nothing was changed.`,
    );
    expect(await guilds.boards.read('700')).toEqual({});
    await last(keep, ORGANIZER);
    const [boardId = ''] = Object.keys(await guilds.boards.read('700'));
    expect(await last(`leaderboard:stop:${boardId}`, {})).toMatchInlineSnapshot(
      `Only members with Manage Server can do that. They can choose an organizer role with /settings.`,
    );
    expect(await last(`leaderboard:stop:${boardId}`, ORGANIZER)).toMatchInlineSnapshot(
      `Stopped. The message stays as it is, and you can delete it.`,
    );
    expect(await guilds.boards.read('700')).toMatchObject({ [boardId]: { stopped: true } });
    expect(guilds.notes.at(-1)).toMatchObject({ text: '<@501> stopped the leaderboard in <#800>' });
    expect(await last(`leaderboard:stop:${boardId}`, ORGANIZER)).toMatchInlineSnapshot(
      `This leaderboard isn't kept up to date anymore.`,
    );
  });
});

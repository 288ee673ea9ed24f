import { expect, it } from 'vitest';
import { sendToOrganizers } from '../../src/guilds/send-to-organizers.ts';
import type { GuildSettings } from '../../src/guilds/settings.ts';
import type { SendOutcome } from '../../src/message/channels.ts';

type Answers = Record<string, SendOutcome | Error>;

/** Sends a message for the channel 800, and lists where it was sent for whom. */
async function send(settings: GuildSettings, answers: Answers, channelId: string | undefined = '800') {
  const tries: string[] = [];
  const warnings: object[] = [];
  const sent = sendToOrganizers(
    {
      guildId: '700',
      channelId,
      async send(to, roleId) {
        tries.push(`${to} for ${roleId ?? 'nobody'}`);
        const answer = answers[to] ?? { id: '6000' };
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
    { settings: { recent: async () => settings }, log: { warn: (fields) => void warnings.push(fields) } },
  );
  return { sent: await sent.catch((error: unknown) => error), tries, warnings };
}

it('goes to the log channel, else to its own, for the role of the organizers', async () => {
  const own = { sent: { channelId: '800', messageId: '6000' }, warnings: [] };
  expect(await send({}, {})).toEqual({ ...own, tries: ['800 for nobody'] });
  expect(await send({ organizerRoleId: '31' }, {})).toEqual({ ...own, tries: ['800 for 31'] });
  expect(await send({ logChannelId: '800' }, {})).toEqual({ ...own, tries: ['800 for nobody'] });
  const log = { sent: { channelId: '40', messageId: '6000' }, tries: ['40 for nobody'], warnings: [] };
  expect(await send({ logChannelId: '40' }, {})).toEqual(log);
});

it('goes to the organizers’ channel before the log channel, and past it where it is refused', async () => {
  const settings = { organizersChannelId: '30', logChannelId: '40' };
  expect((await send(settings, {})).tries).toEqual(['30 for nobody']);
  const { tries } = await send(settings, { 30: { refused: 'forbidden' } });
  expect(tries).toEqual(['30 for nobody', '40 for nobody']);
});

it('goes to its own channel where the log channel refuses it', async () => {
  const { sent, tries, warnings } = await send({ logChannelId: '40' }, { 40: { refused: 'forbidden' } });
  expect(sent).toEqual({ channelId: '800', messageId: '6000' });
  expect(tries).toEqual(['40 for nobody', '800 for nobody']);
  expect(warnings).toHaveLength(1);
});

it('fails where a channel does not answer, which may have taken it, and says nothing in the next one', async () => {
  const settings = { logChannelId: '40' };
  const refused = { refused: 'forbidden' } as const;
  const error = new Error('no answer');
  expect(await send(settings, { 40: error })).toEqual({
    sent: error,
    tries: ['40 for nobody'],
    warnings: [],
  });
  expect((await send(settings, { 40: refused, 800: error })).sent).toBe(error);
  expect((await send(settings, { 40: refused, 800: refused })).sent).toBeUndefined();
});

import { defineCommand, type Context } from './shared/define.ts';
import { within } from '../src/async/within.ts';
import { runButton } from '../src/message/reply.ts';
import { helpEmbed } from '../src/replies/help.ts';

const PROBE_MS = 1000;

/** From recent calls, or else from one read, which the cache shares with /leaderboard. */
async function platformState({ about, platform }: Context) {
  const state = about().platform;
  if (state !== undefined) return state;
  const probe = platform.rankings({}).then(
    () => 'reachable' as const,
    () => 'failing' as const,
  );
  return within(probe, PROBE_MS, () => 'slow' as const);
}

export default defineCommand({
  name: 'help',
  audience: 'private',
  async run(context) {
    const { about, commands, mention, place, self, supportUrl, t } = context;
    const { version, latencyMs, inviteUrl, privacyUrl, calendarUrl } = about();
    const status = { version, latencyMs, platform: await platformState(context) };
    const link = await self.find().catch(() => undefined);
    const isNew = link !== undefined && link.state !== 'linked';
    return {
      embeds: [helpEmbed({ commands, inServer: place.serverId !== undefined, mention, status }, t)],
      rows: [
        isNew ? [runButton(t('linkPanel.button'), 'link', {}, 'primary')] : [],
        [
          { kind: 'link', label: t('help.invite'), url: inviteUrl },
          { kind: 'link', label: t('help.privacy'), url: privacyUrl },
          { kind: 'link', label: t('help.calendar'), url: calendarUrl },
          ...(supportUrl === undefined
            ? []
            : [{ kind: 'link', label: t('help.support'), url: supportUrl } as const]),
        ],
      ],
    };
  },
});

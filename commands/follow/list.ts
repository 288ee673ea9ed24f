import type { Context } from '../shared/define.ts';
import { FOLLOWS_MAX } from '../../src/guilds/follows.ts';
import { followListEmbed, switchesText } from '../../src/replies/follow.ts';
import { tournamentTitle } from '../../src/replies/format.ts';
import { label } from '../../src/words/plain.ts';
import type { Reply } from '../../src/message/reply.ts';
import { FAST_READ_ONCE } from '../shared/choices.ts';

/** All follows of the server, or how to start one. */
export async function listReply(context: Context, guildId: string): Promise<Reply> {
  const { guilds, mention, platform, t } = context;
  const follows = Object.entries(await guilds.follows.read(guildId))
    .toSorted(
      ([, one], [, other]) =>
        Number(one.stopped !== undefined) - Number(other.stopped !== undefined) || one.since - other.since,
    )
    .slice(0, FOLLOWS_MAX);
  if (follows.length === 0) return { content: t('follow.nothing', { follow: mention('follow') }) };
  const views = await Promise.all(
    follows.map(async ([followId, follow]) => {
      const { tournamentId } = follow;
      const answer = await platform.tournament(tournamentId, FAST_READ_ONCE).catch(() => undefined);
      return { followId, follow, name: tournamentTitle(answer?.value ?? { id: tournamentId }, t) };
    }),
  );
  const options = views.map(({ followId, name, follow: { topics, stopped } }, at) => ({
    value: followId,
    label: `${at + 1}. ${label(name, 80)}`,
    description: stopped ? t('follow.isStopped') : switchesText(topics, t),
  }));
  return {
    embeds: [followListEmbed(views, t)],
    rows: [{ kind: 'select', action: 'follow:open', placeholder: t('follow.choose'), options }],
  };
}

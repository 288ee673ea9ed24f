import type { Context } from '../shared/define.ts';
import type { Tournament } from '../../src/reading/records.ts';
import { FOLLOWS_MAX, type Follow } from '../../src/guilds/follows.ts';
import { followListEmbed, switchesText } from '../../src/replies/follow.ts';
import { tournamentTitle } from '../../src/replies/format.ts';
import { label } from '../../src/words/plain.ts';
import type { Reply } from '../../src/message/reply.ts';
import { FAST_READ_ONCE } from '../shared/choices.ts';

interface ListedFollow {
  follow: Follow;
  isOver: boolean;
  phase: Tournament['phase'];
}

/** Running tournaments first, finished ones last. */
function rankOf({ follow, isOver, phase }: ListedFollow): number {
  if (follow.stopped?.reason === 'over') return 4;
  if (follow.stopped !== undefined) return 3;
  if (isOver) return 2;
  return phase === 'running' ? 0 : 1;
}

/** The same from the stored follow. */
const restOf = ({ endedAt, stopped }: Follow): number => (stopped ? 2 : endedAt === undefined ? 0 : 1);

/** All follows of the server, or how to start one. */
export async function listReply(context: Context, guildId: string): Promise<Reply> {
  const { guilds, mention, platform, t } = context;
  const follows = Object.entries(await guilds.follows.read(guildId))
    .toSorted(([, one], [, other]) => restOf(one) - restOf(other) || one.since - other.since)
    .slice(0, FOLLOWS_MAX);
  if (follows.length === 0) return { content: t('follow.nothing', { follow: mention('follow') }) };
  const found = await Promise.all(
    follows.map(async ([followId, follow]) => {
      const { tournamentId } = follow;
      const answer = await platform.tournament(tournamentId, FAST_READ_ONCE).catch(() => undefined);
      const name = tournamentTitle(answer?.value ?? { id: tournamentId }, t);
      const phase = answer?.value.phase;
      const isOver = follow.endedAt !== undefined || phase === 'finished' || phase === 'cancelled';
      return { followId, follow, name, isOver, phase };
    }),
  );
  const views = found.toSorted((one, other) => rankOf(one) - rankOf(other));
  const options = views.map(({ followId, name, isOver, follow: { topics, stopped } }, at) => ({
    value: followId,
    label: `${at + 1}. ${label(name, 80)}`,
    description: isOver ? t('follow.isOver') : stopped ? t('follow.isStopped') : switchesText(topics, t),
  }));
  return {
    embeds: [followListEmbed(views, t)],
    rows: [{ kind: 'select', action: 'follow:open', placeholder: t('follow.choose'), options }],
  };
}

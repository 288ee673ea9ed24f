import { followIdOf } from '../../guilds/follows.ts';
import type { Guilds } from '../../guilds/guilds.ts';
import { switchesOf } from '../../guilds/series-changes.ts';
import type { SeriesRule } from '../../guilds/series.ts';
import { present } from '../../present.ts';
import type { Tournament } from '../../reading/records.ts';
import { switchesText } from '../../replies/follow.ts';
import { tournamentTitle } from '../../replies/format.ts';
import { escapeMarkup } from '../../words/plain.ts';

/**
 * Makes a rule's channel follow a tournament, with a line in the log channel. An existing follow stays as it is. Throws
 * `StoreError`.
 */
export async function followByRule(
  guilds: Pick<Guilds, 'follows' | 'note' | 'translator'>,
  guildId: string,
  rule: SeriesRule,
  tournament: Tournament,
): Promise<void> {
  const { followChannelId: channelId, language } = rule;
  if (channelId === undefined) return;
  const place = { tournamentId: tournament.id, channelId };
  if (followIdOf(place) in (await guilds.follows.read(guildId))) return;
  const { topics, eventHours } = await switchesOf(guilds, guildId, rule);
  const followId = await guilds.follows.add(guildId, {
    ...place,
    topics,
    ...present({ eventHours, language }),
  });
  const t = await guilds.translator(guildId);
  const words = {
    channel: `<#${channelId}>`,
    tournament: escapeMarkup(tournamentTitle(tournament, t), 80),
    after: switchesText(topics, t),
  };
  await guilds.note(
    guildId,
    t(followId === undefined ? 'follow.audit.full' : 'follow.audit.automatic', words),
  );
}

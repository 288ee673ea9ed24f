import type { APIEmbed } from 'discord-api-types/v10';
import type { Me } from '../platform/records.ts';
import { oneLine, plain } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import { embed } from './format.ts';

/**
 * The member's own profile. Name and avatar stand where Discord draws no markup (author, thumbnail), so that the form
 * which edits them can be filled from the message as they are.
 */
export function accountEmbed(me: Me, t: Translate): APIEmbed {
  return {
    ...embed(undefined, {
      facts: [
        [t('rank.rating'), me.elo === undefined ? undefined : t.number(me.elo)],
        [t('rank.rank'), me.rank === undefined ? undefined : plain(me.rank, 60)],
        [t('account.balance'), me.balance === undefined ? undefined : t.number(me.balance)],
        [t('account.phone'), me.phone === undefined ? undefined : plain(me.phone, 40)],
      ],
      footer: t('account.private'),
      thumbnail: me.avatarUrl,
    }),
    author: { name: oneLine(me.name ?? me.id) },
  };
}

/** What an account message shows of what can be edited. */
export function shownProfile(embed: APIEmbed | undefined): { name: string; avatarUrl: string } {
  return { name: embed?.author?.name ?? '', avatarUrl: embed?.thumbnail?.url ?? '' };
}

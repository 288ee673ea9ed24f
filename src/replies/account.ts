import type { APIEmbed } from 'discord-api-types/v10';
import type { Me } from '../platform/records.ts';
import { oneLine, escapeMarkup } from '../words/plain.ts';
import { breakable } from '../words/width.ts';
import type { Translate } from '../words/words.ts';
import { embed } from './format.ts';

/** What stands beside a picture on a phone; not every client breaks longer words of an author. */
const WORD_COLUMNS = 20;

/**
 * The member's own profile. Name and avatar stand where Discord draws no markup (author, thumbnail), so that the form
 * which edits them can be filled from the message as they are.
 */
export function accountEmbed(me: Me, t: Translate): APIEmbed {
  return {
    ...embed(undefined, {
      facts: [
        [t('rank.rating'), me.elo === undefined ? undefined : t.number(me.elo)],
        [t('rank.rank'), me.rank === undefined ? undefined : escapeMarkup(me.rank, 60)],
        [t('account.balance'), me.balance === undefined ? undefined : t.number(me.balance)],
        [t('account.phone'), me.phone === undefined ? undefined : escapeMarkup(me.phone, 40)],
      ],
      footer: t('account.private'),
      thumbnail: me.avatarUrl,
    }),
    author: { name: breakable(oneLine(me.name ?? me.id), WORD_COLUMNS) },
  };
}

/** What an account message shows of what can be edited. */
export function shownProfile(embed: APIEmbed | undefined): { name: string; avatarUrl: string } {
  return { name: oneLine(embed?.author?.name ?? ''), avatarUrl: embed?.thumbnail?.url ?? '' };
}

import type { APIEmbed, APIEmbedField } from 'discord-api-types/v10';
import type { Me } from '../platform/records.ts';
import { oneLine, plain } from '../words/plain.ts';
import type { Translate } from '../words/words.ts';
import { ACCENT, httpsUrl } from './format.ts';

/**
 * The member's own profile. Name and avatar stand where Discord draws no markup (author, thumbnail), so that the form
 * which edits them can be filled from the message as they are.
 */
export function accountEmbed(me: Me, t: Translate): APIEmbed {
  const fields: APIEmbedField[] = [];
  const add = (name: string, value: string | undefined): void => {
    if (value !== undefined) fields.push({ name, value, inline: true });
  };
  add(t('rank.rating'), me.elo === undefined ? undefined : t.number(me.elo));
  add(t('rank.rank'), me.rank === undefined ? undefined : plain(me.rank, 60));
  add(t('account.balance'), me.balance === undefined ? undefined : t.number(me.balance));
  add(t('account.phone'), me.phone === undefined ? undefined : plain(me.phone, 40));
  const avatar = httpsUrl(me.avatarUrl);
  return {
    color: ACCENT,
    author: { name: oneLine(me.name ?? me.id) },
    fields,
    footer: { text: t('account.private') },
    ...(avatar !== undefined && { thumbnail: { url: avatar } }),
  };
}

/** What an account message shows of what can be edited. */
export function shownProfile(embed: APIEmbed | undefined): { name: string; avatarUrl: string } {
  return { name: embed?.author?.name ?? '', avatarUrl: embed?.thumbnail?.url ?? '' };
}

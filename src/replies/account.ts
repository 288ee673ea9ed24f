import type { APIEmbed } from 'discord-api-types/v10';
import type { Me } from '../reading/records.ts';
import { escapeMarkup, oneLine, withoutEscapes } from '../words/plain.ts';
import { breakable } from '../words/width.ts';
import type { Translate } from '../words/words.ts';
import { embed } from './format.ts';

/** The columns beside a thumbnail on a phone. Not every client breaks longer words of an author. */
const WORD_COLUMNS = 20;

/**
 * The member's own profile. Name and avatar are in fields where Discord renders no markup (author, thumbnail), so that the
 * edit form can be filled from the message.
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
      thumbnail: me.avatarUrl,
    }),
    author: { name: breakable(oneLine(me.name ?? me.id), WORD_COLUMNS) },
  };
}

const NOTHING = '\u200B';

/** What was typed into the form and not saved, one line per label; the form opens with it again. */
export const typedEmbed = ({ name, avatarUrl }: TypedProfile, t: Translate): APIEmbed =>
  embed(t('account.notSaved'), {
    text: [
      `**${t('account.name')}**`,
      escapeMarkup(name) || NOTHING,
      `**${t('account.avatar')}**`,
      avatarUrl || NOTHING,
    ].join('\n'),
  });

interface TypedProfile {
  name: string;
  avatarUrl: string;
}

const textOf = (text: string | undefined): string => (text ?? '').replaceAll(NOTHING, '');

/** Reads it back from an account message. Version 1.0.0 had the name as the author. */
export function typedProfile(embed: APIEmbed | undefined): TypedProfile | undefined {
  if (embed === undefined) return undefined;
  const { author, description } = embed;
  if (author !== undefined) return { name: textOf(author.name), avatarUrl: textOf(description) };
  const [, name, , avatarUrl] = textOf(description).split('\n');
  return { name: withoutEscapes(name ?? ''), avatarUrl: avatarUrl ?? '' };
}

/** Reads the editable fields back from an account message. */
export function shownProfile(embed: APIEmbed | undefined): { name: string; avatarUrl: string } {
  return { name: oneLine(embed?.author?.name ?? ''), avatarUrl: embed?.thumbnail?.url ?? '' };
}

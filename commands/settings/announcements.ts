import type { ActionInput, Context } from '../../src/bot/command.ts';
import { encodeArgs } from '../../src/message/custom-id.ts';
import { linkPanelPost } from '../../src/replies/link-panel.ts';
import { WORD_LENGTH } from '../../src/replies/settings.ts';
import { button, ReplyError, type ComponentRow, type Modal } from '../../src/message/reply.ts';
import type { Translate } from '../../src/words/words.ts';
import { checkChannel, ownChannel, TO_POST } from '../shared/posting.ts';
import { PANEL } from './fields.ts';

const WORDS_MAX = 10;
const TEXT_LENGTH = 200;

/** The buttons of the page: the form for words, with those of now if the button has room for them, and the link button. */
export function announcementsRow(
  words: readonly string[],
  { openedAt, t }: { openedAt: number; t: Translate },
): ComponentRow {
  const args = encodeArgs(PANEL, { openedAt });
  return [
    {
      ...button(t('server.words.button'), 'settings:words', { args: [...args, words.join(', ')] }),
      shortArgs: [args],
    },
    button(t('server.panel.button'), 'settings:linkPanel', { args }),
  ];
}

/** Asks for the words, one of which a tournament's name must have. */
export function wordsForm({ args, t }: Pick<ActionInput, 'args'> & { t: Translate }): Modal {
  const [openedAt = '', words = ''] = args;
  return {
    title: t('server.words.title'),
    action: 'settings:announceWords',
    args: [openedAt],
    inputs: [
      {
        name: 'words',
        label: t('server.words.label'),
        description: t('server.words.hint'),
        value: words.slice(0, TEXT_LENGTH),
        required: false,
        maxLength: TEXT_LENGTH,
      },
    ],
  };
}

/** The words in the form. Throws `ReplyError` for too many. */
export function wordsOf({ fields, t }: Pick<ActionInput, 'fields'> & { t: Translate }): string[] {
  const words = (fields['words'] ?? '')
    .split(/[,;，；、\n]/)
    .map((word) => word.replace(/\s+/g, ' ').trim().slice(0, WORD_LENGTH))
    .filter((word) => word !== '');
  if (words.length > WORDS_MAX)
    throw new ReplyError('too-many-words', t('server.words.tooMany', { count: WORDS_MAX }));
  return [...new Set(words)];
}

/** Posts the message with the link button in the present channel. Throws `ReplyError` where the bot may not post. */
export async function postLinkPanel(context: Context, guildId: string): Promise<string> {
  const { caller, guilds, postMessage, reference, t } = context;
  const serverT = await guilds.translator(guildId);
  const channel = ownChannel(context);
  checkChannel(channel, TO_POST, context);
  const mention = `<#${channel.channelId}>`;
  const sent = await postMessage(channel.channelId, linkPanelPost(serverT), `link-${reference}`.slice(0, 25));
  if ('refused' in sent)
    throw new ReplyError('panel-refused', t('server.panel.refused', { channel: mention }));
  await guilds.note(
    guildId,
    serverT('server.panel.audit', { member: `<@${caller.discordId}>`, channel: mention }),
  );
  return t('server.panel.posted', { channel: mention });
}

import type { APIUser } from 'discord.js';
import type { ChatMessage } from '../../../tools/discord-stand-in/chat/message.ts';

/** A message of the bot in the followed channel, as a night leaves it. */
export const chatMessage = (given: Partial<ChatMessage> & Pick<ChatMessage, 'createdAt'>): ChatMessage => ({
  id: '1',
  channelId: '4',
  // No test reads more of it.
  author: { id: '9', username: 'matchpoint' } as APIUser,
  content: '',
  embeds: [],
  components: [],
  attachments: [],
  embedded: [],
  mentions: [],
  roleMentions: [],
  flags: 0,
  editedAt: null,
  visibleTo: null,
  thinking: false,
  deleted: false,
  ...given,
});

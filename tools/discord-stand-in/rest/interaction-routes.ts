import type { APIMessage } from 'discord.js';
import type { ChatMessage } from '../chat/message.ts';
import type { InteractionDesk } from '../interactions/desk.ts';
import type { SentInteraction } from '../interactions/sent.ts';
import { unknownWebhook } from '../refusal.ts';
import { ownApplication } from './access.ts';
import type { RestReply, Route } from './route.ts';

/** Answers to interactions. Their tokens are the proof, so none of these routes looks at the Authorization header. */
export function interactionRoutes(
  desk: InteractionDesk,
  applicationId: string,
  api: (message: ChatMessage) => APIMessage,
): Route[] {
  const open = { auth: 'none', body: 'json', global: false } as const;
  const messageReply = (message: ChatMessage): RestReply => ({ status: 200, body: api(message) });
  const own = ownApplication(applicationId, unknownWebhook);
  return [
    {
      ...open,
      method: 'POST',
      path: '/interactions/:interaction/:token/callback',
      handle: ({ body, files, query }, interactionId, token) => {
        const interaction = desk.answer(interactionId, token, body, files);
        if (query.get('with_response') !== 'true') return { status: 204 };
        return { status: 200, body: callbackResponse(interaction, api) };
      },
    },
    {
      ...open,
      method: 'POST',
      path: '/webhooks/:application/:token',
      handle: own(({ body, files }, token) => messageReply(desk.followUp(token, body, files))),
    },
    {
      ...open,
      method: 'GET',
      path: '/webhooks/:application/:token/messages/:message',
      body: 'none',
      handle: own((_request, token, messageId) => messageReply(desk.read(token, messageId))),
    },
    {
      ...open,
      method: 'PATCH',
      path: '/webhooks/:application/:token/messages/:message',
      handle: own(({ body, files }, token, messageId) =>
        messageReply(desk.edit(token, messageId, body, files)),
      ),
    },
    {
      ...open,
      method: 'DELETE',
      path: '/webhooks/:application/:token/messages/:message',
      body: 'none',
      handle: own((_request, token, messageId) => {
        desk.remove(token, messageId);
        return { status: 204 };
      }),
    },
  ];
}

function callbackResponse(sent: SentInteraction, api: (message: ChatMessage) => APIMessage): object {
  const { message, acknowledgement } = sent;
  return {
    interaction: {
      id: sent.id,
      type: sent.raw.type,
      ...(message
        ? {
            response_message_id: message.id,
            response_message_loading: message.thinking,
            response_message_ephemeral: message.visibleTo !== null,
          }
        : {}),
    },
    ...(message && acknowledgement
      ? { resource: { type: acknowledgement.type, message: api(message) } }
      : {}),
  };
}

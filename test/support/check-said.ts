import { checkAnswer, type Answerable } from '../../tools/discord-stand-in/check/answer.ts';
import { checkMessageEdit, checkNewMessage } from '../../tools/discord-stand-in/check/message.ts';
import { editedMessage, newMessage } from '../../tools/discord-stand-in/check/schemas.ts';
import { RestRefusal } from '../../tools/discord-stand-in/refusal.ts';
import type { RouteCall } from './fakes.ts';

/** Reads what was said as Discord would; throws with the faults where Discord would refuse it. */
export function checkSaid(raw: unknown, said: readonly RouteCall[]): void {
  const { type, message, data } = raw as { type: number; message?: unknown; data?: { options?: unknown } };
  // A ping is answered by the endpoint itself.
  if (type === 1) return;
  const options = Array.isArray(data?.options)
    ? (data.options as ({ type: number; focused?: unknown } | null)[])
    : [];
  const focused = options.find((option) => option?.focused === true)?.type;
  const answerable: Answerable = {
    type,
    ...(message !== undefined && message !== null && { from: message }),
    ...(focused !== undefined && { focused }),
  };
  try {
    for (const one of said) {
      // No form of the bot's is named after an action that opens one: Discord never sends this.
      if (one.route === 'callback' && type === 5 && one.answer.body.type === 9) continue;
      if (one.route === 'callback') checkAnswer(one.answer.body, answerable, one.answer.files.length);
      else if (one.route === 'follow-up')
        checkNewMessage(newMessage, one.message.body, one.message.files.length);
      else if (one.route === 'edit') {
        const { flags: _fixed, ...body } = one.message.body;
        checkMessageEdit(editedMessage, body);
      }
    }
  } catch (error) {
    const faults = error instanceof RestRefusal ? JSON.stringify(error.errors) : String(error);
    throw new Error(`Discord would refuse it: ${faults}`, { cause: error });
  }
}

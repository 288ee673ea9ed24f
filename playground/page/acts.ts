import type { DiscordStandIn } from '../../tools/discord-stand-in/server.ts';
import { UnansweredError, type SentInteraction } from '../../tools/discord-stand-in/interactions/sent.ts';
import type { OwnFile } from '../../tools/discord-stand-in/chat/files.ts';
import { ClientRefusal } from '../../tools/discord-stand-in/people/client-refusal.ts';
import type { PageAct, FormValue, SentFile } from './act.ts';
import type { ActOutcome } from './protocol.ts';
import { modalView } from './views/modal.ts';

/** Acts as a member would in Discord's app, and tells what the one who acted gets to see of it. */
export type Perform = (act: PageAct) => Promise<ActOutcome>;

const KEPT_FORMS = 50;

const ownFile = ({ filename, contentType, base64 }: SentFile): OwnFile => ({
  filename,
  contentType: contentType || 'application/octet-stream',
  bytes: Buffer.from(base64, 'base64'),
});

/** What a person filled in, with the bytes of the files. An empty list is no choice and no file alike. */
function fieldValue(value: FormValue): string | string[] | OwnFile[] {
  if (typeof value === 'string') return value;
  const texts = value.filter((one) => typeof one === 'string');
  const files = value.filter((one) => typeof one !== 'string');
  return files.length > 0 ? files.map(ownFile) : texts;
}

export function createPerform(discord: DiscordStandIn): Perform {
  /** Interactions that opened a form, by id: sending the form refers to them. */
  const forms = new Map<string, SentInteraction>();

  function messageOf(messageId: string) {
    const message = discord.message(messageId);
    if (!message) throw new ClientRefusal('this message is gone');
    return message;
  }

  /** Gives the interaction that the bot gets; of what only Discord takes part in, there is none. */
  function send(act: PageAct): SentInteraction | undefined {
    const member = discord.members.find(({ id }) => id === act.memberId);
    if (!member) throw new ClientRefusal('there is no such member');
    switch (act.kind) {
      case 'delete-message':
        member.deleteMessage(messageOf(act.messageId));
        return undefined;
      case 'delete-channel':
        member.deleteChannel(act.channelId);
        return undefined;
      case 'command':
        return member.slash(act.line, act.values, { place: act.channelId });
      case 'suggest':
        return member.autocomplete(act.line, act.focused, act.values, { place: act.channelId });
      case 'user-command':
        return member.userCommand(act.line, act.targetId, { place: act.channelId });
      case 'press':
        return member.press(messageOf(act.messageId), act.componentId);
      case 'select':
        return member.select(messageOf(act.messageId), act.componentId, act.values);
      case 'submit': {
        const opened = forms.get(act.openedBy);
        if (!opened) throw new ClientRefusal('this form is not open any more');
        const values = Object.entries(act.values).map(([name, value]) => [name, fieldValue(value)] as const);
        return member.submitModal(opened, Object.fromEntries(values));
      }
    }
  }

  return async (act) => {
    try {
      const interaction = send(act);
      if (interaction === undefined) return { kind: 'taken' };
      if (act.kind === 'suggest') return { kind: 'choices', choices: await interaction.suggestions() };
      await interaction.acknowledged;
      if (!interaction.modal) return { kind: 'taken' };
      forms.set(interaction.id, interaction);
      for (const oldest of forms.keys()) {
        if (forms.size <= KEPT_FORMS) break;
        forms.delete(oldest);
      }
      return {
        kind: 'modal',
        modal: modalView(interaction.modal, interaction.id, discord.world, interaction.raw.guild_id),
      };
    } catch (error) {
      if (error instanceof ClientRefusal) return { kind: 'refused', reason: error.message };
      if (error instanceof UnansweredError) return { kind: 'unanswered', reason: error.message };
      throw error;
    }
  };
}

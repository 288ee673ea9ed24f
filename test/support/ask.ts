import type { CommandServices } from '../../commands/shared/define.ts';
import type { APIEmbed } from 'discord.js';
import { commands } from '../../commands/index.ts';
import type { Services } from '../../src/bot/command.ts';
import { createDispatcher } from '../../src/bot/dispatch.ts';
import { plainSpaces } from './plain-spaces.ts';
import { fakeRoutes, fakeServices, silent } from './fakes.ts';

interface Shown {
  content: string;
  embeds: APIEmbed[];
  components: { components: Component[] }[];
  flags?: number;
  choices?: { name: string; value: string }[];
}
interface Component {
  type: number;
  label?: string;
  custom_id?: string;
  url?: string;
  disabled?: boolean;
  options?: { label: string; value: string; description?: string }[];
  default_values?: { id: string; type: string }[];
}

/** Gives interactions to the product's own commands and tells what a member would see. */
export function people(given: Partial<Services & CommandServices> = {}) {
  let { channels } = fakeRoutes();
  const posts: typeof channels = {
    post: (...post) => channels.post(...post),
    edit: (...edit) => channels.edit(...edit),
  };
  const services = fakeServices(commands, { channels: posts, ...given });

  async function all(raw: object): Promise<Shown[]> {
    const { said, routes, channels: own } = fakeRoutes();
    channels = own;
    await createDispatcher({ ...services, routes, log: silent }).dispatch(raw);
    return said.flatMap((one) => {
      if (one.route === 'delete') return [];
      const body: unknown =
        one.route === 'callback'
          ? 'data' in one.answer.body
            ? one.answer.body.data
            : undefined
          : one.message.body;
      // What the bot sent is read as Discord would; a deferral shows nothing yet.
      return body === undefined || (Object.keys(body as object).length <= 1 && 'flags' in (body as object))
        ? []
        : [body as Shown];
    });
  }

  return {
    services,
    all,
    /** The answer to one interaction. */
    async ask(raw: object): Promise<Shown> {
      const [first] = await all(raw);
      if (first === undefined) throw new Error('no answer');
      return first;
    },
  };
}

/** Every word of an answer. */
export function wordsOf(shown: Shown): string {
  const embeds = shown.embeds.flatMap((embed) => [
    embed.title,
    embed.description,
    embed.footer?.text,
    ...(embed.fields ?? []).flatMap((field) => [field.name, field.value]),
  ]);
  return plainSpaces(
    [shown.content, ...embeds].filter((text) => text !== undefined && text !== '').join('\n'),
  );
}

export const componentsOf = (shown: Shown): Component[] => shown.components.flatMap((row) => row.components);

/** The custom id of the button with this label. */
export function buttonOf(shown: Shown, label: string): string {
  const button = componentsOf(shown).find((one) => one.label === label);
  if (button?.custom_id === undefined) throw new Error(`no button ${label}`);
  return button.custom_id;
}

import {
  ApplicationCommandType,
  ButtonStyle,
  ComponentType,
  InteractionResponseType as Answer,
  TextInputStyle,
} from 'discord.js';
import { startDiscord, type DiscordStandIn } from '../../../tools/discord-stand-in/server.ts';
import type { RawInteraction } from '../../../tools/discord-stand-in/interactions/payload.ts';
import { startPage } from '../../page/server.ts';
import { startPlatform } from '../../../tools/platform-stand-in/server.ts';
import { EPHEMERAL, isSuggesting, nameOf, says, startFakeBot, type FakeAnswer } from '../support/fake-bot.ts';

const EVERYWHERE = { contexts: [0, 1, 2], integration_types: [0, 1] };
const text = { type: 3, description: 'A text' };

/** Commands that between them show everything that the page can draw. */
const COMMANDS = [
  { name: 'hello', description: 'Says hello', ...EVERYWHERE },
  { name: 'helper', description: 'Is named nearly the same', ...EVERYWHERE },
  {
    name: 'order',
    description: 'Takes options of every kind',
    ...EVERYWHERE,
    options: [
      {
        ...text,
        name: 'dish',
        description: 'What to eat',
        required: true,
        autocomplete: true,
        max_length: 40,
      },
      { type: 4, name: 'count', description: 'How many', required: true, min_value: 1, max_value: 9 },
      {
        ...text,
        name: 'size',
        description: 'How big',
        choices: [
          { name: 'Small', value: 's' },
          { name: 'Large', value: 'l' },
        ],
      },
      { type: 6, name: 'friend', description: 'Who shares it' },
    ],
  },
  {
    name: 'greet',
    description: 'Greets whom you like',
    ...EVERYWHERE,
    options: [{ ...text, name: 'who', description: 'Whom to greet', autocomplete: true }],
  },
  { name: 'secret', description: 'Answers you alone', ...EVERYWHERE },
  { name: 'think', description: 'Takes its time', ...EVERYWHERE },
  { name: 'vanish', description: 'Takes its answer back', ...EVERYWHERE },
  { name: 'silent', description: 'Never answers', ...EVERYWHERE },
  { name: 'buttons', description: 'Shows buttons and a select', ...EVERYWHERE },
  { name: 'form', description: 'Opens a form', ...EVERYWHERE },
  { name: 'report', description: 'Opens a form with a choice and files', ...EVERYWHERE },
  { name: 'ask', description: 'Asks you alone', ...EVERYWHERE },
  { name: 'panel', description: 'Shows native selects', ...EVERYWHERE },
  { type: ApplicationCommandType.User, name: 'Wave', ...EVERYWHERE },
];

const button = (custom_id: string, label: string, style: ButtonStyle) => ({
  type: ComponentType.Button,
  custom_id,
  label,
  style,
});

const buttons = (pressed: number) => ({
  content: `Pressed ${pressed} times`,
  components: [
    {
      type: ComponentType.ActionRow,
      components: [
        button(`press-${pressed}`, 'Press me', ButtonStyle.Primary),
        button('deaf', 'Press in vain', ButtonStyle.Danger),
        {
          type: ComponentType.Button,
          style: ButtonStyle.Link,
          label: 'Read more',
          url: 'https://example.com/more',
        },
        { ...button('off', 'Not now', ButtonStyle.Secondary), disabled: true },
      ],
    },
    {
      type: ComponentType.ActionRow,
      components: [
        {
          type: ComponentType.StringSelect,
          custom_id: 'pick',
          placeholder: 'Pick a fruit…',
          options: [
            { label: 'Apple', value: 'a', description: 'Red or green' },
            { label: 'Banana', value: 'b', description: 'Yellow' },
          ],
        },
      ],
    },
  ],
});

const FORM = {
  custom_id: 'feedback',
  title: 'Your feedback',
  components: [
    {
      type: ComponentType.Label,
      label: 'Your name',
      component: {
        type: ComponentType.TextInput,
        custom_id: 'name',
        style: TextInputStyle.Short,
        max_length: 20,
      },
    },
    {
      type: ComponentType.Label,
      label: 'What you think',
      component: {
        type: ComponentType.TextInput,
        custom_id: 'text',
        style: TextInputStyle.Paragraph,
        required: false,
      },
    },
  ],
};

const REPORT = {
  custom_id: 'report-form',
  title: 'That’s wrong',
  components: [
    {
      type: ComponentType.Label,
      label: 'Who won',
      component: {
        type: ComponentType.StringSelect,
        custom_id: 'winner',
        placeholder: 'Choose a player',
        options: [
          { label: 'Ana', value: 'ana' },
          { label: 'Bruno', value: 'bruno' },
        ],
      },
    },
    {
      type: ComponentType.Label,
      label: 'Screenshots',
      description: 'Up to three images',
      component: {
        type: ComponentType.FileUpload,
        custom_id: 'shots',
        max_values: 3,
        min_values: 0,
        required: false,
        file_types: ['.png', '.jpg'],
      },
    },
  ],
};

/** What a member chose and uploaded. */
function reported({ data }: RawInteraction): string {
  const fields = 'components' in data ? data.components : [];
  const values = fields.map(({ component }) => component?.values?.map((id) => nameOfFile(data, id)).join());
  return `Reported ${values.join(' with ')}`;
}

const nameOfFile = ({ resolved }: RawInteraction['data'], id: string): string =>
  resolved?.attachments?.[id]?.filename ?? id;

/** The embed has what the drawing has to bear: markup, times, mentions, names that try to be markup. */
const EMBED = {
  title: 'An **embed** of `everything`',
  description:
    '# Heading\nHello <@200000000000000002>, try </hello:1>. \\*not italic\\* [no](https://example.com) <t:1700000000:R>\n- one\n- two',
  color: 0x1abc9c,
  fields: [
    { name: 'Left', value: '1', inline: true },
    { name: 'Right', value: '2', inline: true },
    { name: 'Wide', value: '<img src=x onerror=alert(1)>' },
  ],
  footer: { text: 'Page 1 of 1' },
};

const NATIVE = [
  { type: ComponentType.RoleSelect, custom_id: 'native-role', placeholder: 'Organizer role' },
  { type: ComponentType.ChannelSelect, custom_id: 'native-channel', placeholder: 'Results channel' },
].map((select) => ({ type: ComponentType.ActionRow, components: [select] }));

const valuesOf = ({ data }: RawInteraction): string => ('values' in data ? (data.values ?? []).join() : '');

const answerEverything: FakeAnswer = (raw, bot) => {
  const name = nameOf(raw);
  if (isSuggesting(raw))
    return {
      type: Answer.ApplicationCommandAutocompleteResult,
      data: {
        choices: [
          { name: 'Phở bò', value: 'dish-1' },
          { name: 'Feijoada', value: 'dish-2' },
        ],
      },
    };
  if (name.startsWith('press-'))
    return { type: Answer.UpdateMessage, data: buttons(Number(name.slice(6)) + 1) };
  switch (name) {
    case 'hello':
      return says({ content: 'Hello!', embeds: [EMBED], allowed_mentions: { parse: [] } });
    case 'order': {
      const options = 'options' in raw.data ? (raw.data.options ?? []) : [];
      return says({ content: options.map((option) => `${option.name}=${String(option.value)}`).join(' ') });
    }
    case 'greet':
      return says({
        content: `Greets ${'options' in raw.data && raw.data.options?.length ? 'somebody' : 'nobody'}`,
      });
    case 'secret':
      return says({ content: 'For your eyes', flags: EPHEMERAL });
    case 'think':
      setTimeout(() => void bot.edit(raw, { content: 'Done thinking' }), 2500);
      return { type: Answer.DeferredChannelMessageWithSource };
    case 'vanish':
      setTimeout(() => void bot.remove(raw), 700);
      return says({ content: 'Soon gone' });
    case 'buttons':
      return says(buttons(0));
    case 'pick':
      return says({ content: `You picked ${'values' in raw.data ? raw.data.values?.join() : ''}` });
    case 'form':
      return { type: Answer.Modal, data: FORM };
    case 'report':
      return { type: Answer.Modal, data: REPORT };
    case 'report-form':
      return says({ content: reported(raw) });
    case 'feedback':
      return says({ content: `Thanks, ${JSON.stringify(raw.data).includes('Ana B') ? 'Ana B' : 'whoever'}` });
    case 'ask':
      return says({
        content: 'Shall I **tell** </hello:1> all?',
        flags: EPHEMERAL,
        components: [
          { type: ComponentType.ActionRow, components: [button('tell', 'Tell all', ButtonStyle.Primary)] },
        ],
      });
    case 'tell':
      return says({ content: 'Told to all. More: <http://127.0.0.1:9/more>' });
    case 'panel':
      return says({ content: 'Panel', components: NATIVE });
    case 'native-role':
    case 'native-channel':
      return says({ content: `${name}: <@&${valuesOf(raw)}> <#${valuesOf(raw)}>` });
    case 'Wave':
      return says({
        content: `Waves at ${'target_id' in raw.data ? raw.data.target_id : ''}`,
        flags: EPHEMERAL,
      });
    default:
      return null;
  }
};

export interface FakeWorld {
  readonly url: string;
  readonly discord: DiscordStandIn;
  close(): Promise<void>;
}

/** Longer than Discord's three seconds: a busy machine may let this process stand still, and with it the fake bot. */
const ACKNOWLEDGE_MS = 8000;

/** The page over both stand-ins, with a fake bot. */
export async function startFakeWorld(): Promise<FakeWorld> {
  const discord = await startDiscord({ deadlines: { acknowledgeMs: ACKNOWLEDGE_MS } });
  const platform = await startPlatform();
  await startFakeBot(discord, COMMANDS, answerEverything);
  const page = await startPage({ discord, platform, platformName: 'Rally' });
  return {
    url: page.url,
    discord,
    close: async () => {
      await page.close();
      await Promise.all([discord.close(), platform.close()]);
    },
  };
}

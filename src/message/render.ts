import {
  ButtonStyle,
  SelectMenuDefaultValueType,
  ComponentType,
  MessageFlags,
  type APIActionRowComponent,
  type APIComponentInMessageActionRow,
  type RESTPostAPIWebhookWithTokenJSONBody,
} from 'discord-api-types/v10';
import { present } from '../present.ts';
import { LIMITS, cutMarkup, limitEmbeds } from './limits.ts';
import { cut, fitLabel } from '../words/plain.ts';
import { encodeCustomId, firstCustomId, type Tickets } from './custom-id.ts';
import type {
  ActionButton,
  LinkButton,
  NativeSelect,
  Post,
  Reply,
  ReplyFile,
  ComponentRow,
  Select,
} from './reply.ts';

/** A message in the format of Discord's API, with its attachments. */
export interface Message {
  body: Pick<
    RESTPostAPIWebhookWithTokenJSONBody,
    'content' | 'embeds' | 'components' | 'allowed_mentions' | 'attachments' | 'flags'
  >;
  files: readonly ReplyFile[];
}

const STYLES = {
  primary: ButtonStyle.Primary,
  secondary: ButtonStyle.Secondary,
  success: ButtonStyle.Success,
  danger: ButtonStyle.Danger,
} as const;

type Keep = Pick<Tickets, 'keep'>;

async function buttonId({ action, args = [], shortArgs, input }: ActionButton, tickets: Keep) {
  const short = shortArgs && firstCustomId(action, [args, ...shortArgs]);
  return short ?? encodeCustomId(action, args, tickets, input);
}

async function renderButton(button: ActionButton | LinkButton, tickets: Keep) {
  const face = { type: ComponentType.Button as const, label: fitLabel(button.label, LIMITS.buttonLabel) };
  if (button.kind === 'link') return { ...face, style: ButtonStyle.Link as const, url: button.url };
  return {
    ...face,
    style: STYLES[button.style ?? 'secondary'],
    custom_id: await buttonId(button, tickets),
    ...present({ disabled: button.disabled || undefined }),
  };
}

/** The options that Discord accepts. */
export function fitOptions(all: Select['options']) {
  const usedValues = new Set<string>();
  const options = all.filter((option) => {
    // Discord rejects empty, long and repeated values.
    const fits =
      option.value !== '' && option.value.length <= LIMITS.selectValue && !usedValues.has(option.value);
    usedValues.add(option.value);
    return fits;
  });
  return options.slice(0, LIMITS.selectOptions).map(({ label, value, description }) => ({
    label: fitLabel(label, LIMITS.selectLabel) || value,
    value,
    ...present({ description: description ? fitLabel(description, LIMITS.selectDescription) : undefined }),
  }));
}

async function renderSelect(select: Select, tickets: Keep) {
  const options = fitOptions(select.options).map((option) =>
    option.value === select.chosen ? { ...option, default: true } : option,
  );
  if (options.length === 0) return undefined;
  return {
    type: ComponentType.StringSelect as const,
    custom_id: await encodeCustomId(select.action, select.args ?? [], tickets),
    placeholder: fitLabel(select.placeholder, LIMITS.selectPlaceholder),
    options,
  };
}

async function renderNativeSelect(select: NativeSelect, tickets: Keep) {
  const max = select.max ?? 1;
  const common = {
    custom_id: await encodeCustomId(select.action, select.args ?? [], tickets),
    placeholder: fitLabel(select.placeholder, LIMITS.selectPlaceholder),
    min_values: 0,
    max_values: max,
  };
  const chosen = select.chosen.slice(0, max);
  return select.kind === 'roles'
    ? {
        ...common,
        type: ComponentType.RoleSelect as const,
        default_values: chosen.map((id) => ({ id, type: SelectMenuDefaultValueType.Role as const })),
      }
    : {
        ...common,
        type: ComponentType.ChannelSelect as const,
        default_values: chosen.map((id) => ({ id, type: SelectMenuDefaultValueType.Channel as const })),
        ...present({ channel_types: select.channelTypes && [...select.channelTypes] }),
      };
}

async function renderRow(
  row: ComponentRow,
  tickets: Keep,
): Promise<APIActionRowComponent<APIComponentInMessageActionRow> | undefined> {
  if ('kind' in row) {
    const select = await (row.kind === 'select'
      ? renderSelect(row, tickets)
      : renderNativeSelect(row, tickets));
    return select && { type: ComponentType.ActionRow, components: [select] };
  }
  // Discord would reject the whole message for a link that is too long.
  const buttons = row.filter((button) => button.kind === 'action' || button.url.length <= LIMITS.url);
  if (buttons.length === 0) return undefined;
  const components = await Promise.all(
    buttons.slice(0, LIMITS.buttonsPerRow).map((button) => renderButton(button, tickets)),
  );
  return { type: ComponentType.ActionRow, components };
}

const mentionsOf = ({ mentions: { users = [], roles = [] } = {} }: Reply) =>
  present({
    users: users.length > 0 ? [...users] : undefined,
    roles: roles.length > 0 ? [...roles] : undefined,
  });

/**
 * A reply within Discord's limits. `allowed_mentions` allows only the mentions that the reply lists. Content, embeds, components
 * and attachments are always present, so that an edit leaves nothing of the old message.
 */
export async function renderReply(
  { menu, ...reply }: Reply & Pick<Post, 'menu'>,
  options: { tickets: Keep; ephemeral?: boolean; lasting?: boolean },
): Promise<Message> {
  const { lasting = false } = options;
  const tickets: Keep = { keep: (value) => options.tickets.keep(value, { lasting }) };
  const rows = await Promise.all(
    [...(menu ? [menu] : []), ...(reply.rows ?? [])].map((row) => renderRow(row, tickets)),
  );
  const files = reply.files ?? [];
  const attachments = [
    ...(Array.isArray(reply.keepsFiles) ? reply.keepsFiles : []).map((id: string) => ({ id })),
    ...files.map((file, at) => ({
      id: at,
      filename: file.name,
      description: cut(file.description, LIMITS.altText),
    })),
  ];
  return {
    body: {
      content: cutMarkup(reply.content ?? '', LIMITS.content),
      embeds: limitEmbeds(reply.embeds ?? []),
      components: rows.filter((row) => row !== undefined).slice(0, LIMITS.rows),
      allowed_mentions: { parse: [], ...mentionsOf(reply) },
      ...present({
        attachments: reply.keepsFiles === true ? undefined : attachments,
        flags: options.ephemeral === true ? MessageFlags.Ephemeral : undefined,
      }),
    },
    files,
  };
}

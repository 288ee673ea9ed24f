import { ButtonStyle, ComponentType, type APIEmbed, type APIMessageTopLevelComponent } from 'discord.js';
import type { ChatMessage } from '../../tools/discord-stand-in/chat/message.ts';
import { placedComponents } from '../../tools/discord-stand-in/check/components.ts';
import { drawMarkup, type MarkupSetting } from './markup.ts';

/** A message as lines of text: its content, its embeds behind a bar, its files, its buttons in brackets. */
export function drawMessage(message: ChatMessage, setting: MarkupSetting): string[] {
  return [
    ...linesOf(drawMarkup(message.content, setting)),
    ...message.embeds.flatMap((embed) => drawEmbed(embed, setting)),
    ...message.attachments.map(({ description, filename }) => `▣ ${description ?? filename}`),
    ...message.components.flatMap(drawRow),
  ];
}

const linesOf = (text: string | undefined): string[] => (text ? text.split('\n') : []);

function drawEmbed(embed: APIEmbed, setting: MarkupSetting): string[] {
  const draw = (text: string | undefined) => linesOf(text && drawMarkup(text, setting));
  const parts = [
    // No markup is drawn there.
    linesOf(embed.author?.name),
    draw(embed.title),
    draw(embed.description),
    (embed.fields ?? []).flatMap(({ name, value }) => [name, ...draw(value)]),
    linesOf(embed.footer?.text),
  ].filter((lines) => lines.length > 0);
  return parts
    .flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]))
    .map((line) => `┃ ${line}`.trimEnd());
}

function drawRow(row: APIMessageTopLevelComponent): string[] {
  const faces = placedComponents([row]).flatMap(({ component }) => {
    const { label, placeholder, style, disabled, options } = component;
    if (component.type === ComponentType.Button) {
      const face = `${String(label)}${style === ButtonStyle.Link ? ' ↗' : ''}`;
      // Without brackets: nothing happens there.
      return [disabled === true ? `  ${face}  ` : `[ ${face} ]`];
    }
    const choices = Array.isArray(options) ? ` (${options.length})` : '';
    return typeof placeholder === 'string' ? [`[ ${placeholder}${choices} ▾ ]`] : [];
  });
  return faces.length === 0 ? [] : [faces.join('  ')];
}

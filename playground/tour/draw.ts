import {
  ButtonStyle,
  ComponentType,
  type APIEmbed,
  type APIEmbedField,
  type APIMessageTopLevelComponent,
} from 'discord.js';
import type { ChatMessage } from '../discord/chat/message.ts';
import { placedComponents } from '../discord/check/components.ts';
import { drawMarkup, type MarkupSetting } from './markup.ts';
import { padded, widthOf, wrapped } from './width.ts';

const WIDTH = 76;

/** A message as lines for a terminal: its text, its embeds in a frame, its buttons in brackets. */
export function drawMessage(message: ChatMessage, setting: MarkupSetting): string[] {
  const markup = (text: string) => drawMarkup(text, setting);
  return [
    ...(message.content === '' ? [] : wrapped(markup(message.content), WIDTH)),
    ...message.embeds.flatMap((embed) => drawEmbed(embed, setting)),
    ...message.components.flatMap((row) => drawRow(row, setting)),
  ];
}

function drawEmbed(embed: APIEmbed, setting: MarkupSetting): string[] {
  const { paint } = setting;
  const inner = WIDTH - 4;
  const draw = (text: string | undefined) =>
    text === undefined || text === '' ? [] : wrapped(drawMarkup(text, setting), inner);
  const parts = [
    // No markup is drawn there.
    wrapped(embed.author?.name ?? '', inner).map((line) => paint('bold', line)),
    draw(embed.title).map((line) => paint('bold', line)),
    draw(embed.description),
    drawFields(embed.fields ?? [], inner, setting),
    wrapped(embed.footer?.text ?? '', inner).map((line) => paint('dim', line)),
  ].filter((lines) => lines.some((line) => line !== ''));
  const body = parts.flatMap((lines, at) => (at === 0 ? lines : ['', ...lines]));
  const bar = paint('accent', '┃');
  return body.map((line) => `${bar} ${line}`.trimEnd());
}

/** Inline fields stand beside each other, three in a row, as in Discord's app. */
function drawFields(fields: readonly APIEmbedField[], width: number, setting: MarkupSetting): string[] {
  const rows: APIEmbedField[][] = [];
  for (const field of fields) {
    const last = rows.at(-1);
    if (field.inline && last?.[0]?.inline && last.length < 3) last.push(field);
    else rows.push([field]);
  }
  return rows.flatMap((row) => {
    const column = Math.floor(width / (row[0]?.inline ? 3 : 1));
    const cells = row.map(({ name, value }) => [
      setting.paint('dim', name),
      ...wrapped(drawMarkup(value, setting), column - 2),
    ]);
    const height = Math.max(...cells.map(({ length }) => length));
    return Array.from({ length: height }, (_, line) =>
      cells
        .map((cell) => padded(cell[line] ?? '', column))
        .join('')
        .trimEnd(),
    );
  });
}

function drawRow(row: APIMessageTopLevelComponent, { paint }: MarkupSetting): string[] {
  const faces = placedComponents([row]).flatMap(({ component }) => {
    const { label, placeholder, style, disabled, options } = component;
    if (component.type === ComponentType.Button) {
      const face = `${String(label)}${style === ButtonStyle.Link ? ' ↗' : ''}`;
      // Without brackets: nothing happens there, also where colours are not shown.
      return [disabled === true ? paint('dim', `  ${face}  `) : paint('bold', `[ ${face} ]`)];
    }
    const choices = Array.isArray(options) ? ` (${options.length})` : '';
    return typeof placeholder === 'string' ? [paint('bold', `[ ${placeholder}${choices} ▾ ]`)] : [];
  });
  const lines: string[] = [];
  for (const face of faces) {
    const longer = [lines.at(-1), face].filter((part) => part !== undefined).join('  ');
    if (lines.length > 0 && widthOf(longer) <= WIDTH) lines[lines.length - 1] = longer;
    else lines.push(face);
  }
  return lines;
}

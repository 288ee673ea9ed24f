import type { APIEmbed } from 'discord.js';
import { expect } from 'vitest';
import { renderReply } from '../../src/message/render.ts';
import type { Post } from '../../src/message/reply.ts';
import { plainSpaces } from './plain-spaces.ts';

/** The parts of a message, or of a form, that a member sees: as Discord's API has them. */
interface Body {
  content?: string | undefined;
  embeds?: readonly APIEmbed[] | undefined;
  components?: readonly object[] | undefined;
  attachments?: readonly { filename?: string | undefined; description?: string | undefined }[] | undefined;
  allowed_mentions?: { users?: readonly string[]; roles?: readonly string[] } | undefined;
  flags?: number | undefined;
  /** Of a form. */
  title?: string | undefined;
}

interface Component {
  label?: string;
  description?: string;
  url?: string;
  disabled?: boolean;
  placeholder?: string;
  value?: string;
  options?: readonly { label: string; description?: string; default?: boolean }[];
  default_values?: readonly { id: string; type: string }[];
  required?: boolean;
  /** Of a row. */
  components?: readonly Component[];
  /** Of a form's label. */
  component?: Component;
}

/** What `toMatchInlineSnapshot` prints without quotes. */
class MessageText {
  readonly text: string;
  constructor(lines: readonly string[]) {
    // A reference is random.
    this.text = plainSpaces(lines.join('\n')).replaceAll(/(?<=Reference )[0-9A-Z]{5,}/g, '…');
  }
}
expect.addSnapshotSerializer({
  test: (value) => value instanceof MessageText,
  serialize: ({ text }: MessageText) => text,
});

const EPHEMERAL = 64;
const linesOf = (text = ''): string[] => (text === '' ? [] : text.split('\n'));

const embedLines = ({
  author,
  title,
  description,
  fields = [],
  footer,
  thumbnail,
  image,
}: APIEmbed): string[] =>
  [
    ...linesOf(author?.name),
    ...linesOf(title).map((line) => `# ${line}`),
    ...linesOf(description),
    ...fields.flatMap(({ name, value }) => linesOf(`${name}:${value.includes('\n') ? '\n' : ' '}${value}`)),
    ...[thumbnail, image].flatMap((picture) => (picture ? `(picture: ${picture.url})` : [])),
    ...linesOf(footer?.text),
  ].map((line) => `| ${line}`.trimEnd());

const optionLines = ({ options = [], default_values: chosen = [] }: Component): string[] => [
  ...options.map(
    ({ label, description, default: isChosen }) =>
      `  ${isChosen ? '◉' : '○'} ${[label, description].filter(Boolean).join(' – ')}`,
  ),
  ...chosen.map(({ id, type }) => `  ◉ ${type} ${id}`),
];

function rowLines({ components = [] }: Component): string[] {
  const [first] = components;
  if (first?.label === undefined) return [`(select: ${first?.placeholder})`, ...optionLines(first ?? {})];
  const buttons = components.map(
    ({ label, url, disabled }) => `[${[label, url, disabled && 'disabled'].filter(Boolean).join(' – ')}]`,
  );
  return [buttons.join(' ')];
}

function inputLines({ label, description, component: input = {} }: Component): string[] {
  const { placeholder, required, value } = input;
  const hints = [description, placeholder && `hint: ${placeholder}`, required === false && 'optional'];
  return [[`${label}: [${value ?? ''}]`, ...hints].filter(Boolean).join(' – '), ...optionLines(input)];
}

/** A message as lines: content, embeds behind a bar, buttons in brackets, menus with their options, files with their alt texts. */
export function messageText(body: Body): MessageText {
  const { users = [], roles = [] } = body.allowed_mentions ?? {};
  const notified = [...users.map((id) => `<@${id}>`), ...roles.map((id) => `<@&${id}>`)];
  const components = (body.components ?? []) as readonly Component[];
  return new MessageText([
    ...(body.flags === EPHEMERAL ? ['(private)'] : []),
    ...(notified.length > 0 ? [`(notifies ${notified.join(', ')})`] : []),
    ...(body.title === undefined ? [] : [`(form: ${body.title})`]),
    ...linesOf(body.content),
    ...(body.embeds ?? []).flatMap(embedLines),
    ...components.flatMap((one) => (one.component ? inputLines(one) : rowLines(one))),
    ...(body.attachments ?? []).map(({ filename, description }) => `(file: ${filename} – ${description})`),
  ]);
}

/** The same of a message that the bot posts on its own. */
export async function postText(post: Post): Promise<MessageText> {
  const keep = () => Promise.reject(new Error('a post outlives its tickets'));
  const { body } = await renderReply(post, { tickets: { keep } });
  return messageText(body as Body);
}

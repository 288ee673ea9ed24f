import type { APIEmbed } from 'discord.js';
import type { PageMessage } from '../../protocol.ts';
import { h } from '../dom.ts';
import { drawInline, drawMarkdown, type MarkdownWorld } from '../markdown/draw.ts';
import { moment } from '../moments.ts';
import { picture } from './picture.ts';

type EmbedPictures = PageMessage['pictures'];

const hex = (color: number): string => `#${color.toString(16).padStart(6, '0')}`;

export function drawEmbed(embed: APIEmbed, pictures: EmbedPictures, world: MarkdownWorld): HTMLElement {
  const { author, title, description, fields = [], footer, timestamp, image, thumbnail } = embed;
  const altOf = (shown: { url: string; description?: string }): string | null =>
    shown.description ?? pictures[shown.url]?.description ?? null;
  const body = h(
    'div',
    { class: 'embed-body' },
    author && h('div', { class: 'embed-author' }, author.name),
    title !== undefined && h('div', { class: 'embed-title' }, ...drawInline(title, world)),
    description && drawMarkdown(description, world),
    fields.length > 0 &&
      h(
        'dl',
        { class: 'embed-fields' },
        ...fields.map(({ name, value, inline }) =>
          h(
            'div',
            { class: inline === true ? 'embed-field inline' : 'embed-field' },
            h('dt', {}, ...drawInline(name, world)),
            h('dd', {}, drawMarkdown(value, world)),
          ),
        ),
      ),
  );
  const foot = [footer?.text, timestamp && moment(Date.parse(timestamp), 'f', world.locale)].filter(Boolean);
  const element = h(
    'div',
    { class: 'embed' },
    h(
      'div',
      { class: 'embed-top' },
      body,
      thumbnail && picture('embed-thumbnail', thumbnail.url, altOf(thumbnail)),
    ),
    image && picture('embed-image', image.url, altOf(image), pictures[image.url]),
    foot.length > 0 && h('div', { class: 'embed-footer' }, foot.join(' • ')),
  );
  if (embed.color !== undefined) element.style.setProperty('--accent', hex(embed.color));
  return element;
}

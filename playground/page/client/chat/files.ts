import type { PageFile } from '../../protocol.ts';
import { h, icon } from '../dom.ts';
import { picture } from './picture.ts';

export const sizeText = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${(bytes / 1024).toFixed(1)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
};

/** Discord covers a file by its name. */
const covered = ({ name }: PageFile, drawn: HTMLElement): HTMLElement =>
  name.startsWith('SPOILER_')
    ? h('details', { class: 'spoiler-file' }, h('summary', {}, 'Spoiler'), drawn)
    : drawn;

/** What is attached to a message, below its text. */
export const drawFiles = (files: readonly PageFile[]): HTMLElement[] =>
  files.map((file) =>
    file.picture
      ? covered(file, picture('attached-picture', file.url, file.description, file.picture))
      : h(
          'div',
          { class: 'file' },
          icon('file'),
          h(
            'span',
            {},
            h('a', { href: file.url, target: '_blank', rel: 'noreferrer', download: file.name }, file.name),
            h('span', { class: 'file-size' }, sizeText(file.bytes)),
          ),
        ),
  );

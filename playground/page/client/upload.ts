import type { FormValue, SentFile } from '../act.ts';
import type { FilesField } from '../protocol.ts';
import { sizeText } from './chat/files.ts';
import { h, icon, iconButton } from './dom.ts';

interface Upload {
  control: HTMLInputElement;
  /** The names of the chosen files, each with a way to remove it. */
  popup: HTMLElement;
  read: () => Promise<FormValue>;
}

/**
 * The browser's own file picker: it brings the keyboard, the screen reader and the phone's gallery along. A phone's picker may
 * give one file at a time, so that each choice adds to those before.
 */
export function drawUpload({ max, maxBytes, accept }: FilesField): Upload {
  let files: readonly File[] = [];
  const list = h('ul', { class: 'uploads', 'aria-label': 'Chosen files' });
  const note = h('p', { class: 'form-hint', role: 'status' });
  const control = h('input', {
    type: 'file',
    class: 'form-input',
    multiple: max > 1,
    accept: accept.join(),
    on: { change: add },
  });

  function choose(next: readonly File[]): void {
    files = next;
    const transfer = new DataTransfer();
    for (const file of files) transfer.items.add(file);
    // The browser then knows whether a required input has a file.
    control.files = transfer.files;
    list.replaceChildren(...files.map(entry));
  }

  const entry = (file: File): HTMLElement =>
    h(
      'li',
      {},
      icon('file'),
      h('span', { class: 'upload-name' }, file.name),
      h('span', { class: 'file-size' }, sizeText(file.size)),
      iconButton('close', `Remove ${file.name}`, () => {
        note.textContent = '';
        choose(files.filter((other) => other !== file));
        control.focus();
      }),
    );

  function add(): void {
    const added = [...(control.files ?? [])];
    const fitting = added.filter(({ size }) => size <= maxBytes);
    const all = max > 1 ? [...files, ...fitting] : fitting;
    const tooLarge = added.find(({ size }) => size > maxBytes);
    note.textContent = '';
    if (tooLarge) note.textContent = `${tooLarge.name} is larger than ${sizeText(maxBytes)}.`;
    else if (all.length > max) note.textContent = `This form takes ${max} files at most.`;
    choose(all.slice(0, max));
  }

  return { control, popup: h('div', {}, list, note), read: () => Promise.all(files.map(sentFile)) };
}

async function sentFile(file: File): Promise<SentFile> {
  const dataUrl = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(new Error(`${file.name} cannot be read`)));
    reader.readAsDataURL(file);
  });
  return { filename: file.name, contentType: file.type, base64: dataUrl.split(',')[1] ?? '' };
}

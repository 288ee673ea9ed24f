import type { PageOption } from '../../protocol.ts';
import { button, h } from '../dom.ts';
import { expectation, type KnownValues } from './fill.ts';
import type { TypedLine, TypedOption } from './line.ts';
import { describe } from './offers.ts';

/** The description says what a text is about; for the other kinds it is worth saying what fits. */
const hint = (option: PageOption, known: KnownValues): string =>
  option.kind === 'text' && option.choices.length === 0 ? '' : expectation(option, known);

/**
 * The line between list and field: what the command does, or what the option at the caret takes, and all options of the
 * command as small buttons, so that a finger can add them too.
 */
export function drawGuide(
  guide: HTMLElement,
  read: TypedLine,
  here: TypedOption | undefined,
  world: { locale: string; known: KnownValues; add: (option: PageOption) => void },
): void {
  guide.hidden = read.kind !== 'command';
  if (read.kind !== 'command') return;
  const { command, options } = read;
  const about = here
    ? [
        h('strong', {}, here.option.name),
        ` ${[describe(here.option, world.locale), hint(here.option, world.known)].filter(Boolean).join(' – ')}`,
      ]
    : [h('strong', {}, `/${command.line}`), ` ${describe(command, world.locale)}`];
  const chip = (option: PageOption): HTMLElement => {
    const typed = options.find((candidate) => candidate.option === option);
    const state = typed === undefined ? '' : ' typed';
    return button(
      {
        class: `chip${state}${option === here?.option ? ' current' : ''}`,
        'aria-label': `Option ${option.name}${option.required ? ', required' : ''}`,
        on: { pointerdown: (event) => event.preventDefault() },
      },
      () => world.add(option),
      option.name,
      option.required && h('span', { class: 'chip-required' }, '*'),
    );
  };
  const wanted = [...command.options].map(chip);
  const focusedChip = [...guide.querySelectorAll('.chip')].indexOf(document.activeElement ?? guide);
  guide.replaceChildren(h('p', { class: 'guide-text' }, ...about), h('p', { class: 'chips' }, ...wanted));
  if (focusedChip >= 0) wanted[focusedChip]?.focus();
}

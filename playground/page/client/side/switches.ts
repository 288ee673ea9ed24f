import { freshId, h } from '../dom.ts';
import type { Room } from '../room.ts';
import { createOrganizers } from './organizers.ts';
import { createRanks } from './ranks.ts';
import { powerButton } from './power.ts';
import { turnSwitches } from '../server-line.ts';

const SHAPES: Readonly<Record<string, string>> = {
  documented: 'As its document shows',
  enveloped: 'Wrapped in envelopes',
  camel: 'In camelCase',
  minimal: 'With the least it can say',
  jsonapi: 'As JSON:API',
  graphish: 'Like GraphQL over HTTP',
  normalized: 'With matches of ids alone',
};

const FAULTS: Readonly<Record<string, string>> = {
  none: 'None: works well',
  slow: 'Slow answers',
  error500: 'Errors (500)',
  'rate-limited': 'Too many requests (429)',
  dropped: 'Dropped connections',
  garbage: 'Garbage instead of JSON',
  'lost-writes': 'Lost answers to writes',
  down: 'Down',
};

/** How the platform behaves; the bot is to bear all of it. */
export function createSwitches(room: Room): { element: HTMLElement; update(): void } {
  const { store } = room;
  const { platformName: name, shapes, faults } = store.state.switches;

  function control(
    kind: 'fault' | 'shape',
    label: string,
    names: readonly string[],
    words: Readonly<Record<string, string>>,
  ): { row: HTMLElement; select: HTMLSelectElement } {
    const id = freshId('switch');
    const turn = (): void => {
      const { value } = select;
      void turnSwitches({ [kind]: value });
      room.say(`${label}: ${words[value] ?? value}`);
    };
    const select = h(
      'select',
      { id, class: 'select', on: { change: turn } },
      ...names.map((value) => h('option', { value }, words[value] ?? value)),
    );
    return { select, row: h('p', { class: 'switch' }, h('label', { for: id }, label), select) };
  }

  const organizers = createOrganizers(room);
  const ranks = createRanks(room);
  const power = powerButton(room);
  const fault = control('fault', `Fault at ${name}`, faults, FAULTS);
  const shape = control('shape', `Shape of ${name}’s answers`, shapes, SHAPES);

  function update(): void {
    fault.select.value = store.state.switches.fault;
    shape.select.value = store.state.switches.shape;
    power.update();
    organizers.update();
    ranks.update();
  }
  update();
  const element = h(
    'div',
    { class: 'switches' },
    fault.row,
    shape.row,
    organizers.element,
    ranks.element,
    power.element,
  );
  return { element, update };
}

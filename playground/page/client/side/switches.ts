import type { Switches } from '../../protocol.ts';
import { freshId, h } from '../dom.ts';
import type { Room } from '../room.ts';
import { turnSwitches } from '../server-line.ts';

const SHAPES: Readonly<Record<string, string>> = {
  documented: 'As its document shows',
  enveloped: 'Wrapped in envelopes',
  camel: 'In camelCase',
  minimal: 'With the least it can say',
  jsonapi: 'As JSON:API',
  graphish: 'Like GraphQL over HTTP',
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
  const name = store.state.switches.platformName;

  function control(
    label: string,
    names: readonly string[],
    words: Readonly<Record<string, string>>,
    turn: (value: string) => void,
  ): { row: HTMLElement; select: HTMLSelectElement } {
    const id = freshId('switch');
    const select = h(
      'select',
      { id, class: 'select', on: { change: () => turn(select.value) } },
      ...names.map((value) => h('option', { value }, words[value] ?? value)),
    );
    return { select, row: h('p', { class: 'switch' }, h('label', { for: id }, label), select) };
  }

  const { shapes, faults } = store.state.switches;
  const fault = control(`Fault at ${name}`, faults, FAULTS, (value) => {
    void turnSwitches({ fault: value });
    room.say(`Fault at ${name}: ${FAULTS[value] ?? value}`);
  });
  const shape = control(`Shape of ${name}’s answers`, shapes, SHAPES, (value) => {
    void turnSwitches({ shape: value });
    room.say(`Shape of ${name}’s answers: ${SHAPES[value] ?? value}`);
  });

  function update(): void {
    const now: Switches = store.state.switches;
    fault.select.value = now.fault;
    shape.select.value = now.shape;
  }
  update();
  return { element: h('div', { class: 'switches' }, fault.row, shape.row), update };
}

import type { PageCommand } from '../../protocol.ts';
import { h, icon } from '../dom.ts';
import type { Room } from '../room.ts';
import { openCommandForm } from './command-form.ts';
import { describe } from './describe.ts';
import { createOffers } from './offers.ts';

export type Composer = ReturnType<typeof createComposer>;

/** The message field with the list of commands above it. A command with options opens a form for them. */
export function createComposer(room: Room) {
  const { store } = room;
  const input = h('input', {
    type: 'text',
    class: 'field',
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'off',
    enterkeyhint: 'send',
  });
  const fault = h('p', { class: 'field-fault', role: 'alert' });
  const send = h(
    'button',
    { type: 'submit', class: 'icon-button send', 'aria-label': 'Send', title: 'Send', hidden: true },
    icon('send'),
  );
  const box = h('div', { class: 'field-box' }, input, send);
  const offers = createOffers<PageCommand>(input, box, (command) => void use(command));

  const commands = (): PageCommand[] =>
    store.state.commands.filter(
      ({ kind, places }) => kind === 'slash' && places.includes(store.channel.place),
    );
  const typedCommand = (): PageCommand | undefined =>
    commands().find(({ line }) => input.value.trim() === `/${line}`);

  function write(text: string): void {
    input.value = text;
    changed();
  }

  function changed(): void {
    fault.textContent = '';
    send.hidden = input.value === '';
    offerCommands();
  }

  function offerCommands(): void {
    if (!input.value.startsWith('/')) return offers.close();
    const word = input.value.slice(1).trimEnd().toLowerCase();
    const rank = ({ line }: PageCommand): number => (line === word ? 0 : line.startsWith(word) ? 1 : 2);
    const items = commands()
      .filter(({ line }) => line.includes(word))
      .toSorted((one, other) => rank(one) - rank(other))
      .map((command) => ({
        label: `/${command.line}`,
        detail: describe(command, store.me.locale),
        value: command,
      }));
    offers.show({ heading: 'Commands', items, firstIsActive: true, isBusy: false });
  }

  async function use(command: PageCommand): Promise<void> {
    input.focus();
    write('');
    if (command.options.length > 0) return openCommandForm(command, room);
    const { me, channel } = store;
    const act = { memberId: me.id, line: command.line, values: {}, channelId: channel.id };
    const outcome = await room.act({ kind: 'command', ...act }, `/${command.line}`);
    if (outcome.kind === 'refused') fault.textContent = outcome.reason;
  }

  async function submit(): Promise<void> {
    const text = input.value.trim();
    const command = typedCommand();
    if (command) await use(command);
    else if (text.startsWith('/')) fault.textContent = `There is no command ${text}.`;
    else if (text !== '')
      fault.textContent = 'Only commands go anywhere in this playground. Type / to see them.';
  }

  input.addEventListener('keydown', (event) => {
    if (event.isComposing || event.shiftKey) return;
    if (offers.handleKey(event.key)) event.preventDefault();
    else if (event.key === 'Escape' && input.value !== '') {
      event.preventDefault();
      write('');
    }
  });
  input.addEventListener('input', () => {
    // As in Discord, a space after a name takes the command.
    const command = input.value.endsWith(' ') ? typedCommand() : undefined;
    if (command && command.options.length > 0) void use(command);
    else changed();
  });
  input.addEventListener('blur', () => offers.close());
  input.addEventListener('focus', offerCommands);

  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    void submit();
  };
  const element = h('form', { class: 'composer', on: { submit: onSubmit } }, offers.element, box, fault);

  /** The channel or the member has changed. */
  function update(): void {
    const name = store.channel.place === 'dm' ? `@${store.state.bot.name}` : `#${store.channel.name}`;
    input.setAttribute('aria-label', `Message ${name}`);
    input.placeholder = `Message ${name} – type / for commands`;
    if (document.activeElement === input) offerCommands();
  }
  update();
  return {
    element,
    /** Takes a command as from the list. */
    useCommand: (name: string): void => {
      const command = commands().find(({ line }) => line === name);
      if (command) void use(command);
    },
    update,
  };
}

import { ComponentType } from 'discord.js';
import { placedComponents } from '../../tools/discord-stand-in/check/components.ts';
import { press, submit } from '../support/interactions.ts';
import type { RouteCall } from '../support/fakes.ts';

/** A message or form of the bot's, as Discord gets it. */
export interface ShownBody {
  flags?: number;
  content?: string;
  embeds?: object[];
  components?: unknown[];
  /** Of a form. */
  custom_id?: string;
  title?: string;
}

/** What was sent, and what was shown for it. */
export interface Visit {
  /** "/rank", or "command:action" of what was pressed. */
  what: string;
  bodies: readonly ShownBody[];
}

interface Typed {
  what: string;
  raw: object;
  /** What every interaction of this person has. */
  who: object;
}

export interface CrawlParts {
  /** Commands as they are typed, and by whom. */
  starts: readonly Typed[];
  /** Messages of the bot's own that stand in the channel. */
  posts: readonly ShownBody[];
  send: (raw: object) => Promise<readonly RouteCall[]>;
  /** Those who press what everybody sees, as interactions name them. */
  people: readonly object[];
  /** The text for an input of a form. */
  typed: (input: string, isGood: boolean) => string;
  /** What is chosen where Discord lists the channels and roles. */
  channelId: string;
  roleId: string;
  /** Which of several buttons is pressed first. */
  from: 'first' | 'last';
}

/** How often one action is followed: with other arguments it answers otherwise. */
const TIMES = 4;
const EPHEMERAL = 64;

/** "score:ask" of "score:ask:m1:0", without the hash of the values that a form shows. */
const actionOf = (customId: string): string =>
  customId
    .replace(/~~\w+$/, '')
    .split(':')
    .slice(0, 2)
    .join(':');

/** `isPrivate`: what was pressed is seen by one person alone, and so is what it is changed into. */
const bodiesOf = (said: readonly RouteCall[], isPrivate: boolean): ShownBody[] =>
  said.flatMap((one): ShownBody[] => {
    if (one.route === 'delete') return [];
    const inherited = (body: ShownBody): ShownBody =>
      isPrivate && one.route !== 'post' ? { ...body, flags: (body.flags ?? 0) | EPHEMERAL } : body;
    if (one.route !== 'callback') return [inherited(one.message.body as ShownBody)];
    const { body } = one.answer;
    return 'data' in body && body.data !== undefined ? [inherited(body.data as ShownBody)] : [];
  });

const isEphemeral = (raw: object): boolean =>
  'message' in raw && (((raw.message as ShownBody).flags ?? 0) & EPHEMERAL) !== 0;

/** Types commands and then presses, chooses and fills in all that the answers offer, the newest first. */
export async function* crawl(parts: CrawlParts): AsyncGenerator<Visit> {
  const { channelId, people, roleId, typed } = parts;
  const queue: Typed[] = [...parts.starts];
  const followed = new Map<string, number>();
  const seen = new Set<string>();

  /** What can be sent from a message or form, by what it is and what it carries. */
  function offersOf(body: ShownBody, from: object): (Omit<Typed, 'who'> & { key: string })[] {
    const placed = placedComponents(body.components ?? []).flatMap(({ component }) =>
      typeof component['custom_id'] === 'string' && component['disabled'] !== true
        ? [{ ...component, id: component['custom_id'] }]
        : [],
    );
    const { custom_id: formId, title } = body;
    if (title !== undefined && formId !== undefined)
      return [true, false].map((isGood) => ({
        what: actionOf(formId),
        key: `${formId} ${String(isGood)}`,
        raw: {
          ...submit(formId, Object.fromEntries(placed.map(({ id }) => [id, typed(id, isGood)]))),
          ...('message' in from && { message: from.message }),
        },
      }));
    const ephemeral = ((body.flags ?? 0) & EPHEMERAL) !== 0;
    const message = { content: '', embeds: [], flags: 0, ...body };
    return placed.flatMap((component) => {
      const { id, type } = component;
      const pressed = (values?: string[], data: object = {}) => {
        const raw = press(id, { ephemeral, ...(values && { values }) });
        const on = { ...raw, message: { ...raw.message, ...message }, data: { ...raw.data, ...data } };
        return { what: actionOf(id), key: `${id} ${values?.join() ?? ''}`, raw: on };
      };
      if (type === ComponentType.Button) return [pressed()];
      if (type === ComponentType.ChannelSelect) {
        const channel = { id: channelId, type: 0, app_permissions: '8' };
        return [
          pressed([channelId], { component_type: type, resolved: { channels: { [channelId]: channel } } }),
        ];
      }
      if (type === ComponentType.RoleSelect) {
        const role = { id: roleId, mentionable: true };
        return [pressed([roleId], { component_type: type, resolved: { roles: { [roleId]: role } } })];
      }
      const options = (component as { options?: { value: string }[] }).options ?? [];
      // The first, and the rest.
      return options
        .filter((_, at) => at === 0 || at > options.length - 3)
        .map(({ value }) => pressed([value]));
    });
  }

  function offer(body: ShownBody, from: object, readers: readonly object[]): void {
    const offers = offersOf(body, from).flatMap(({ what, key, raw }) =>
      readers.map((who, nth) => ({ what, key: `${key} ${nth}`, raw, who })),
    );
    const taken = (parts.from === 'first' ? offers : offers.toReversed()).filter(({ what, key }) => {
      const times = followed.get(what) ?? 0;
      if (times >= TIMES || seen.has(key)) return false;
      followed.set(what, times + 1);
      seen.add(key);
      return true;
    });
    queue.unshift(...taken);
  }

  for (const post of parts.posts) offer(post, {}, people);
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { what, raw, who } = next;
    const bodies = bodiesOf(await parts.send({ ...raw, ...who }), isEphemeral(raw));
    for (const body of bodies) {
      const isPrivate = ((body.flags ?? 0) & EPHEMERAL) !== 0 || body.title !== undefined;
      offer(body, raw, isPrivate ? [who] : people);
    }
    yield { what, bodies };
  }
}

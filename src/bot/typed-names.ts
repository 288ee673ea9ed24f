import { fold } from '../words/fold.ts';
import { escapeMarkup, oneLine } from '../words/plain.ts';
import { ReplyError, type Reply } from '../message/reply.ts';
import type { Command, BotContext } from './command.ts';
import { isUnknownId } from './failures.ts';
import type { RawOptions, Suggestion, TextOption } from './options.ts';

/** Between a suggestion's name and the facts that distinguish it. */
const SEPARATOR = ' · ';

const plain = (text: string): string => fold(oneLine(text, Infinity));

/** The suggestions whose own text this is, or whose whole name, in any case. */
export function calledSo(suggestions: readonly Suggestion[], typed: string): Suggestion[] {
  const query = plain(typed);
  const whole = suggestions.filter(({ name }) => plain(name) === query);
  if (whole.length > 0) return whole;
  // The facts may have changed since it was suggested.
  const [title = ''] = query.split(SEPARATOR);
  const named = (text: string) =>
    suggestions.filter(({ name }) => plain(name) === text || plain(name).startsWith(text + SEPARATOR));
  const byName = named(query);
  return byName.length > 0 ? byName : named(title);
}

/** The text to search with: a suggestion's own text has facts behind its name, which may be cut. */
export const searchedName = (typed: string): string =>
  (typed.split(SEPARATOR)[0] ?? '').replace(/…[\u2069\s]*$/u, '');

/** Whether names in its options are looked up before it runs: a write waits for that. */
export const looksUpFirst = ({ options, writes }: Pick<Command, 'options' | 'writes'>): boolean =>
  writes || Object.values(options).some((option) => option.type === 'text' && option.isKnown === true);

/** Whether a command failed because the platform does not know an id. A write has done nothing then. */
export const knowsNoSuch = (error: unknown): boolean =>
  isUnknownId(error) || (error instanceof ReplyError && isUnknownId(error.cause));

async function suggestionsOf(option: TextOption, typed: string, context: BotContext): Promise<Suggestion[]> {
  const { caller, callerT, now, platform, regions, registrations, self } = context;
  const suggest = async (text: string): Promise<Suggestion[]> =>
    (await option.suggest?.({
      typed: text,
      callerId: caller.discordId,
      accounts: {
        find: async () => {
          const player = await self.marked();
          return player === undefined ? { state: 'none' } : { state: 'expired', ...player };
        },
      },
      platform,
      regions,
      registrations,
      now,
      t: callerT,
    })) ?? [];
  // Without the suggestions, what was typed is taken for an id.
  const lists = [...new Set([typed, searchedName(typed)])].map((text) => suggest(text).catch(() => []));
  const all = (await Promise.all(lists)).flat();
  return [...new Map(all.map((one) => [one.value, one])).values()];
}

/** Which of several is meant. What a button cannot carry, such as a channel, is typed again with an id. */
function askWhich(
  { name, options }: Pick<Command, 'name' | 'options'>,
  { raw, option, found }: { raw: RawOptions; option: string; found: readonly Suggestion[] },
  { callerT }: BotContext,
): Reply {
  const others = Object.entries(raw).filter(([other]) => other !== option);
  const canCarry = others.every(([other]) => options[other]?.type !== 'channel');
  const typed = escapeMarkup(String(raw[option]), 60);
  const ids = found.map(
    (one) => `- ${escapeMarkup(one.name)}: \`${oneLine(one.value).replaceAll('`', '')}\``,
  );
  return {
    content: [callerT('failure.several', { typed }), ...(canCarry ? [] : ids)].join('\n'),
    rows: canCarry
      ? [
          {
            kind: 'select',
            action: `${name}:run`,
            args: [...others.map(([other, value]) => `${other}=${value}`), option],
            placeholder: callerT('failure.which'),
            options: found.map(({ name: label, value }) => ({ label, value })),
          },
        ]
      : [],
  };
}

/**
 * The options with ids in place of the names that the member typed, or that Discord sent in place of the ids; `undefined` if no suggestion
 * is called so. Throws `ReplyError` with the choice if several are.
 */
export async function withIds(
  command: Pick<Command, 'name' | 'options'>,
  raw: RawOptions,
  context: BotContext,
): Promise<RawOptions | undefined> {
  for (const [name, option] of Object.entries(command.options)) {
    const typed = raw[name];
    if (option.type !== 'text' || option.suggest === undefined || typeof typed !== 'string') continue;
    const found = calledSo(await suggestionsOf(option, typed.trim(), context), typed);
    const [first, ...others] = found;
    if (first === undefined || found.some(({ value }) => value === typed)) continue;
    if (others.length > 0)
      throw new ReplyError('several-names', askWhich(command, { raw, option: name, found }, context));
    return { ...raw, [name]: first.value };
  }
  return undefined;
}

import { objectOf } from '../json.ts';
import type { FoundRecord } from '../store/records.ts';

/**
 * Where the id of a Discord user may stand in a record. The whole record is theirs: `key` (it is the key), `key-end` (behind
 * the colon of `serverId:discordId`), `discordId` (the field of that name). A part of it is: `entries` (a dictionary by
 * user), `arguments` (what a component carries: `player=id`, or the option `player` of a call), `resume` (the same in what a
 * member takes up again after linking), `parts` (the field `discordId` of objects in the record, which stay without it and without
 * the reason that they typed).
 */
export type IdPlace = 'key' | 'key-end' | 'discordId' | 'entries' | 'arguments' | 'resume' | 'parts';

/** `own`: what is about the user. `rest`: what stays without it; undefined if nothing does. */
export interface PersonalPart {
  own: unknown;
  rest: unknown;
}

/** The only option whose value is a Discord user. */
const OPTION = 'player';

/** Says what the parts of a record are about. */
const CONTEXT = ['matchId', 'tournamentId', 'guildId'] as const;

/** Whether the arguments of a component, or the options of a call, name the user. */
function names(value: unknown, discordId: string): boolean {
  if (Array.isArray(value)) return value.includes(`${OPTION}=${discordId}`);
  const { args = [], options } = objectOf(value);
  return names(args, discordId) || objectOf(options)[OPTION] === discordId;
}

function partAt(place: IdPlace, { key, value }: FoundRecord, discordId: string): PersonalPart | undefined {
  const whole = { own: value, rest: undefined };
  const fields = objectOf(value);
  switch (place) {
    case 'key':
      return key === discordId ? whole : undefined;
    case 'key-end':
      return key.slice(key.indexOf(':') + 1) === discordId ? whole : undefined;
    case 'discordId':
      return fields['discordId'] === discordId ? whole : undefined;
    case 'entries': {
      if (!(discordId in fields)) return undefined;
      const { [discordId]: entry, ...others } = fields;
      const rest = Object.keys(others).length === 0 ? undefined : others;
      return { own: { [discordId]: entry }, rest };
    }
    case 'arguments':
      return names(value, discordId) ? { own: { [OPTION]: discordId }, rest: undefined } : undefined;
    case 'resume': {
      const { resume, ...others } = fields;
      return names(resume, discordId)
        ? { own: { resume: { [OPTION]: discordId } }, rest: others }
        : undefined;
    }
    case 'parts': {
      const own = Object.entries(fields).filter(([, part]) => objectOf(part)['discordId'] === discordId);
      if (own.length === 0) return undefined;
      const rest = own.map(([name, part]) => {
        const { discordId: _id, ...others } = objectOf(part);
        return [name, 'reason' in others ? { ...others, reason: '' } : others];
      });
      const about = CONTEXT.flatMap((name) => (name in fields ? [[name, fields[name]]] : []));
      return {
        own: Object.fromEntries([...about, ...own]),
        rest: { ...fields, ...Object.fromEntries(rest) },
      };
    }
  }
}

/** Whether the text holds the id, and not only as a part of a longer number. */
const holds = (text: string, discordId: string): boolean =>
  new RegExp(`(?<!\\d)${discordId}(?!\\d)`).test(text);

const inKey = (place: IdPlace): boolean => place === 'key' || place === 'key-end';

/**
 * The part of a record that is about a Discord user. In an unreadable record, the text decides: the record is useless to others.
 * `places` is undefined for a namespace that this version does not know; there, too, the text decides.
 */
export function personalPart(
  places: readonly IdPlace[] | undefined,
  found: FoundRecord,
  discordId: string,
): PersonalPart | undefined {
  for (const place of places ?? []) {
    const part = partAt(place, found, discordId);
    if (part !== undefined) return part;
  }
  const isUnknown =
    places === undefined || (found.value === undefined && !places.every((place) => inKey(place)));
  return isUnknown && holds(`${found.key} ${found.text}`, discordId)
    ? { own: found.value, rest: undefined }
    : undefined;
}

/** The Discord users in a record, at one place. */
export function peopleIn(place: IdPlace, { key, value }: FoundRecord): string[] {
  const fields = objectOf(value);
  const idOf = (part: unknown): string[] => {
    const id = objectOf(part)['discordId'];
    return typeof id === 'string' ? [id] : [];
  };
  switch (place) {
    case 'key':
      return [key];
    case 'key-end':
      return [key.slice(key.indexOf(':') + 1)];
    case 'discordId':
      return idOf(value);
    case 'entries':
      return Object.keys(fields);
    case 'parts':
      return Object.values(fields).flatMap(idOf);
    case 'arguments':
    case 'resume':
      return [];
  }
}

/** Whether a record says nothing about a member except that they hide. */
export const isHideAlone = ({ namespace, value }: FoundRecord): boolean => {
  const { guilds, hidden } = objectOf(value);
  return namespace === 'members' && hidden === true && Object.keys(objectOf(guilds)).length === 0;
};

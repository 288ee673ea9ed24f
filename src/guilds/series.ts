import { z } from 'zod';
import { present } from '../present.ts';
import { storedObject } from '../store/schema.ts';
import { fold } from '../words/fold.ts';
import { FollowSwitches } from './switches.ts';

const id = z.string().exactOptional();

/** What a server does automatically with tournaments whose names contain one of these words. */
const SeriesRule = storedObject({
  /** Never changes. */
  id: z.string(),
  /** Absent for every tournament. */
  words: z.array(z.string()).exactOptional(),
  /** Where new tournaments are announced. */
  announceChannelId: id,
  /** Mentioned with each announcement. */
  roleId: id,
  /** Announcements are crossposted. */
  publish: z.literal(true).exactOptional(),
  /** The channel that follows them. */
  followChannelId: id,
  /** As in `Follow`. Without them, as the last follow of that channel. */
  topics: FollowSwitches.exactOptional(),
  eventHours: z.number().exactOptional(),
  /** The language of this rule's posts; without one, the server's. */
  language: z.string().exactOptional(),
  /** The channel of the season's message. */
  seasonChannelId: id,
});
export type SeriesRule = z.infer<typeof SeriesRule>;

export const SeriesRules = z.array(SeriesRule);

export const SERIES_MAX = 5;

export const matchesRule = ({ words = [] }: Pick<SeriesRule, 'words'>, name = ''): boolean =>
  words.length === 0 || words.some((word) => fold(name).includes(fold(word)));

/** Whether a rule announces or follows new tournaments. */
export const looksForTournaments = ({ announceChannelId, followChannelId }: SeriesRule): boolean =>
  announceChannelId !== undefined || followChannelId !== undefined;

/** The rules with one rule edited; `undefined` removes it. */
export const withRule = (
  rules: readonly SeriesRule[],
  ruleId: string,
  edit: (rule: SeriesRule) => SeriesRule | undefined,
): SeriesRule[] => rules.flatMap((rule) => (rule.id === ruleId ? (edit(rule) ?? []) : rule));

/** The rules without a channel that they had for something. */
export const withoutChannel = (
  rules: readonly SeriesRule[],
  name: 'announceChannelId' | 'followChannelId',
  channelId: string,
): SeriesRule[] => rules.map((rule) => (rule[name] === channelId ? withField(rule, name, undefined) : rule));

/** A rule without unset values. */
export const withField = <K extends Exclude<keyof SeriesRule, 'id'>>(
  rule: SeriesRule,
  name: K,
  value: SeriesRule[K] | undefined,
): SeriesRule => present({ ...rule, [name]: value });

import type { PeopleNamespace, Whose } from '../members/rows.ts';
import { present } from '../present.ts';
import type { Schema } from '../store/schema.ts';
import type { PRIVACY_SECTIONS } from '../web/privacy-routes.ts';

/** What a namespace stores about people. */
interface People extends PeopleNamespace {
  /** How else a record leads to a person: by the platform's id of their player, by a keyed hash, or sealed. */
  holds?: 'player' | 'hash' | 'sealed';
  /** For how long. `link`: until its link ends. */
  lives:
    | 'link'
    | 'minutes'
    | 'a day'
    | '7 days'
    | '30 days'
    | '60 days'
    | '90 days'
    | 'a year'
    | 'until done'
    | 'for good';
  /** The section of the privacy page that names it. */
  told: (typeof PRIVACY_SECTIONS)[number];
}

export interface Namespace extends PeopleNamespace, Partial<Pick<People, 'holds' | 'lives' | 'told'>> {
  /** The schema of its records. */
  schema?: Schema<unknown>;
}

/** It stores nothing about people. */
export const nobody = (schema: Schema<unknown>): Namespace => ({ schema, people: [] });

/** Of a person with or without a link, for as long as a button, a form or an unfinished link needs it. */
export const IN_USE = { goes: 'rows', isForAll: true, told: 'howLong' } as const;

export const byId = ({ discordId }: Whose): string[] => [discordId];
export const all = (): string[] => ['all'];
export const indexed =
  (namespace: string) =>
  (whose: Whose): readonly string[] =>
    whose.indexed.get(namespace) ?? [];
/** It stores something about people. `schema`: absent for any JSON. */
export const people = (schema: Schema<unknown> | undefined, what: People): Namespace => ({
  ...present({ schema }),
  ...what,
});

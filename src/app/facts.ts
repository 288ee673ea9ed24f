import type { Unnamed } from '../jobs/deliver/drop-mentions.ts';
import type { NewLink } from '../linking/link-flow.ts';
import type { SeenRank } from '../roles/ranks.ts';

/** What parts report to others, with arguments. */
interface Facts {
  /** The platform answered 404 for a tournament. */
  tournamentGone: [tournamentId: string];
  /** An answer of the platform shows ranks. */
  ranksSeen: [ranks: readonly SeenRank[]];
  /** An answer of the platform shows a player's name. */
  playerNamed: [playerId: string, name: string];
  /** The rank of a linked player has changed. */
  rankChanged: [discordId: string];
  /** A browser has linked an account. */
  memberLinked: [link: NewLink];
  /** Something about a linked member has changed: their link, whether they hide, a server where they were seen. */
  memberChanged: [discordId: string];
  /** The member hid, unlinked or deleted everything: Linked Roles no longer show them. */
  linkedRolesLeft: [discordId: string];
  /** The same for the roles of servers. */
  rolesLeft: [discordId: string, how: { isUnlinked: boolean }];
  /** The same for reports, after an unlink. */
  reportsLeft: [discordId: string, how: { deletes: boolean }];
  /** Posts may no longer name the member, who hides or is no longer linked. */
  mentionsLeft: [who: Unnamed];
  /** No member is linked to the player anymore. */
  playerLeft: [playerId: string];
  /** The records of a server that the bot has left are deleted. */
  serverLeft: [guildId: string];
  /** A follow is deleted. */
  followForgotten: [follow: { guildId: string; followId: string }];
}

/** Who reacts to each fact, in order. A reaction that rejects stops the later ones, and the reporting part gets the error. */
export type Reactions<P> = {
  readonly [F in keyof Facts]: readonly ((parts: P, ...about: Facts[F]) => void | Promise<void>)[];
};

export type Tell = { readonly [F in keyof Facts]: (...about: Facts[F]) => Promise<void> };

/** Passes facts from the parts that report them to those that react, which are made later. */
export function createFacts<P>(reactions: Reactions<P>): { tell: Tell; bind: (parts: P) => void } {
  let parts: P | undefined;
  const teller =
    <F extends keyof Facts>(fact: F) =>
    async (...about: Facts[F]): Promise<void> => {
      if (parts === undefined) throw new Error(`${fact} before the product is built`);
      for (const react of reactions[fact]) await react(parts, ...about);
    };
  return {
    tell: {
      tournamentGone: teller('tournamentGone'),
      ranksSeen: teller('ranksSeen'),
      playerNamed: teller('playerNamed'),
      rankChanged: teller('rankChanged'),
      memberLinked: teller('memberLinked'),
      memberChanged: teller('memberChanged'),
      linkedRolesLeft: teller('linkedRolesLeft'),
      rolesLeft: teller('rolesLeft'),
      reportsLeft: teller('reportsLeft'),
      mentionsLeft: teller('mentionsLeft'),
      playerLeft: teller('playerLeft'),
      serverLeft: teller('serverLeft'),
      followForgotten: teller('followForgotten'),
    },
    bind(made) {
      parts = made;
    },
  };
}

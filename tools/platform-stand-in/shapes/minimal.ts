import type { Json, Shape } from './shape.ts';
import type { MatchView } from './views.ts';

/** As little as a platform can get away with: id and name, bare arrays, writes answered without a record. */
export const minimal: Shape = {
  user: reference,
  updatedUser: () => ({ status: 204 }),
  tournaments: (tournaments) => tournaments.map(reference),
  tournament: reference,
  registration: () => ({ status: 200, body: { ok: true } }),
  bracket: ({ rounds }) => rounds.map(({ matches }) => matches.map(match)),
  match,
  scored: () => ({ status: 204 }),
  matches: (matches) => matches.map(match),
  ranking: ({ entries }) => entries.map(({ player }) => reference(player)),
  failure: ({ message }) => ({ error: message }),
};

function reference({ id, name }: { id: string; name: string }): Json {
  return { id, name };
}

function match({ id, sides }: MatchView): Json {
  const name = sides
    .map(({ player, source, bye }) => player?.name ?? source ?? (bye ? 'Bye' : '?'))
    .join(' – ');
  return { id, name };
}

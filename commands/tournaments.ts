import type { ArgValues } from '../src/message/custom-id.ts';
import { action, defineCommand, type Context } from './shared/define.ts';
import { isEntrant } from '../src/brackets/registration.ts';
import type { Tournament } from '../src/reading/records.ts';
import { pageOf, pagerRow } from '../src/replies/pager.ts';
import { entrantsText, factLine, registrationText, tournamentTitle } from '../src/replies/format.ts';
import { tournamentListEmbed } from '../src/replies/tournaments.ts';
import type { Reply } from '../src/message/reply.ts';

const PAGE_SIZE = 6;

const STATUSES = ['upcoming', 'running', 'all'] as const;
type Status = (typeof STATUSES)[number];

const LIST = { page: 'integer', status: 'text', limit: 'integer' } as const;

/** The platform documents one status only; the others are filtered here. */
async function readList({ platform }: Context, status: Status) {
  if (status === 'upcoming') return platform.tournaments({ status });
  const all = await platform.tournaments({});
  return status === 'all' ? all : { ...all, value: all.value.filter(({ phase }) => phase === 'running') };
}

/** The tournaments that the caller is registered for, if this reply may show them. */
async function ownIn(context: Context, tournaments: readonly Tournament[]): Promise<Set<string>> {
  const { caller, registrations, self } = context;
  const player = await self.marked().catch(() => undefined);
  if (player === undefined) return new Set();
  const notedIds = await registrations.read({ ...caller, ...player }).catch((): string[] => []);
  const own = tournaments.filter((one) => isEntrant(one, player.playerId, notedIds));
  return new Set(own.map(({ id }) => id));
}

const emptyText = (status: Status, { mention, t }: Context): string =>
  status === 'all'
    ? t('tournaments.noneAtAll')
    : t(`tournaments.none.${status}`, { tournaments: mention('tournaments') });

async function listReply(
  context: Context,
  { page: requestedPage = 1, status: requestedStatus, limit }: ArgValues<typeof LIST>,
): Promise<Reply> {
  const { platform, now, t } = context;
  const status = STATUSES.find((one) => one === requestedStatus) ?? 'upcoming';
  const { value, asOf } = await readList(context, status);
  if (value.length === 0) return { content: emptyText(status, context) };
  const unnamedPage = pageOf(value.slice(0, limit), requestedPage, PAGE_SIZE);
  const [items, ownIds, mention] = await Promise.all([
    platform.nameTournaments(unnamedPage.items),
    ownIn(context, unnamedPage.items),
    context.self.mention(),
  ]);
  const page = { ...unnamedPage, items };
  const view = {
    title: t(`tournaments.titles.${status}`),
    page,
    saysPhase: status !== 'all',
    ownIds,
    mention,
    asOf,
    now: now(),
  };
  return {
    embeds: [tournamentListEmbed(view, t)],
    rows: [
      {
        kind: 'select',
        action: 'tournament:run',
        args: ['tournament'],
        placeholder: t('tournaments.open'),
        options: page.items.map((tournament) => {
          const facts = [
            // A choice does not render mentions.
            mention === undefined && ownIds.has(tournament.id) ? t('tournaments.own') : undefined,
            entrantsText(tournament, t),
            registrationText(tournament, now(), t),
          ];
          return {
            label: tournamentTitle(tournament, t),
            value: tournament.id,
            description: factLine(facts, t),
          };
        }),
      },
      pagerRow('tournaments:page', page, [status, limit ?? ''], t),
    ],
  };
}

export default defineCommand({
  name: 'tournaments',
  audience: 'public',
  options: {
    status: { type: 'choice', choices: STATUSES },
    limit: { type: 'integer', min: 1, max: 50 },
  },
  run: (context) => listReply(context, context.options),
  actions: {
    page: action({
      press: 'anyone',
      args: LIST,
      run: (context) => listReply(context, context.args),
    }),
  },
});

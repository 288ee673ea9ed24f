import type { ArgValues } from '../src/bot/custom-id.ts';
import { action, defineCommand, type Context } from '../src/bot/command.ts';
import { pageOf, pagerRow } from '../src/replies/pager.ts';
import { entrantsText, factLine, registrationText, tournamentTitle } from '../src/replies/format.ts';
import { tournamentListEmbed } from '../src/replies/tournaments.ts';
import type { Reply } from '../src/words/reply.ts';

const PAGE_SIZE = 6;

const LIST = { page: 'integer', status: 'text', limit: 'integer' } as const;

async function listReply(
  { platform, mention, now, t }: Context,
  { page: wanted = 1, status = 'upcoming', limit }: ArgValues<typeof LIST>,
): Promise<Reply> {
  const isAll = status === 'all';
  const { value, asOf } = await platform.tournaments(isAll ? {} : { status: 'upcoming' });
  if (value.length === 0) {
    const text = isAll
      ? t('tournaments.noneAtAll')
      : t('tournaments.none', { tournaments: mention('tournaments') });
    return { content: text };
  }
  const found = pageOf(value.slice(0, limit), wanted, PAGE_SIZE);
  const page = { ...found, items: await platform.nameTournaments(found.items) };
  const view = {
    title: isAll ? t('tournaments.all') : t('tournaments.upcoming'),
    page,
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
          const facts = [entrantsText(tournament, t), registrationText(tournament, now(), t)];
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
    status: { type: 'choice', choices: ['upcoming', 'all'] },
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

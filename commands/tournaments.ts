import { action, defineCommand, type Context } from '../src/bot/command.ts';
import { pageOf, pagerRow, pageText } from '../src/bot/pager.ts';
import type { Reply } from '../src/bot/reply.ts';
import { entrantsText, tournamentTitle } from '../src/replies/format.ts';
import { tournamentListEmbed } from '../src/replies/tournaments.ts';
import { plain } from '../src/words/plain.ts';

const PAGE_SIZE = 6;

interface Asked {
  status: 'upcoming' | 'all';
  limit: number | undefined;
  page: number;
}

async function listReply({ platform, platformName, mention, t }: Context, asked: Asked): Promise<Reply> {
  const upcoming = asked.status === 'upcoming';
  const { value, asOf } = await platform.tournaments(upcoming ? { status: 'upcoming' } : {});
  if (value.length === 0) {
    const text = upcoming
      ? t('tournaments.none', { tournaments: mention('tournaments') })
      : t('tournaments.noneAtAll', { platform: plain(platformName) });
    return { content: text };
  }
  const page = pageOf(value.slice(0, asked.limit), asked.page, PAGE_SIZE);
  const view = {
    title: upcoming ? t('tournaments.upcoming') : t('tournaments.all'),
    tournaments: page.items,
    page: pageText(page, t),
    platformName,
    asOf,
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
          const description = entrantsText(tournament, t);
          return {
            label: tournamentTitle(tournament, t),
            value: tournament.id,
            ...(description !== undefined && { description }),
          };
        }),
      },
      ...pagerRow('tournaments:page', page, [asked.status, asked.limit ?? ''], t),
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
  run: (context) =>
    listReply(context, {
      status: context.options.status ?? 'upcoming',
      limit: context.options.limit,
      page: 1,
    }),
  actions: {
    page: action({
      press: 'anyone',
      answers: 'update',
      run(context) {
        const [page, status, limit] = context.args;
        return listReply(context, {
          status: status === 'all' ? 'all' : 'upcoming',
          limit: Number(limit) || undefined,
          page: Number(page),
        });
      },
    }),
  },
});

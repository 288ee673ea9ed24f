import { TourError, type TourStage } from './stage.ts';

/** A tournament without a bracket: its rounds, and its table. */
async function lookAtSwiss(stage: TourStage): Promise<void> {
  const { say } = stage;
  const swiss = await stage.suggest('Ana', 'tournament', 'tournament', 'swiss', /Swiss Thursday/);
  await stage.type(
    'Ana',
    'tournament',
    { tournament: swiss.value },
    {
      says: ['Swiss Thursday', say('tournament.format'), say('tournament.formats.swiss')],
      sees: 'everybody',
    },
    { tournament: swiss.name },
  );
  const rounds = await stage.type(
    'Ana',
    'bracket',
    { tournament: swiss.value },
    { says: ['Swiss Thursday', say('bracket.next')], sees: 'everybody' },
    { tournament: swiss.name },
  );
  await stage.choose('Ana', rounds, say('bracket.window'), say('bracket.whole'), {
    says: [say('pictures.table'), say('bracket.record', { won: 3, lost: 0 })],
    sees: 'everybody',
  });
}

/** A bracket in its windows, and one match of it. */
export async function lookAtBrackets(stage: TourStage): Promise<void> {
  const { roundName, say } = stage;
  stage.chapter('Brackets and matches');
  const cup = await stage.suggest('Ana', 'bracket', 'tournament', 'friday', /Friday Night Open/);
  const whole = await stage.type(
    'Ana',
    'bracket',
    { tournament: cup.value },
    { says: ['Friday Night Open', say('bracket.next'), say('bracket.mine')], sees: 'everybody' },
    { tournament: cup.name },
  );
  const [picture] = whole.embeds;
  if (picture?.image === undefined) throw new TourError('the bracket came without a picture');
  const round = await stage.choose('Ana', whole, say('bracket.window'), roundName('Final'), {
    says: [
      roundName('Final'),
      say('match.versus', { first: say('match.winnerOf'), second: say('match.winnerOf') }),
    ],
    sees: 'everybody',
  });
  await stage.press('Ana', round, say('list.previous'), {
    says: [roundName('Semi-finals')],
    never: [`${say('match.number', { number: 11 })} ·`],
    sees: 'everybody',
  });
  await stage.press('Ana', round, say('bracket.mine'), {
    says: [say('bracket.path', { name: 'Ana Conceição' })],
    sees: 'everybody',
  });
  await lookAtSwiss(stage);
  const choice = await stage.suggest('Ana', 'match', 'match', 'weiß', /Jürgen Weiß/);
  await stage.type(
    'Ana',
    'match',
    { match: choice.value },
    {
      says: [
        say('match.versus', { first: 'Ana Conceição', second: 'Jürgen Weiß' }),
        say('match.status'),
        say('match.report'),
        say('tournament.bracket'),
      ],
      sees: 'everybody',
    },
    { match: choice.name },
  );
  const list = await stage.type(
    'Ana',
    'matches',
    { limit: 10 },
    { says: [say('matches.title', { name: 'Ana Conceição' }), say('matches.form')], sees: 'everybody' },
  );
  await stage.choose('Ana', list, say('matches.against'), 'Jürgen Weiß', {
    says: ['Jürgen Weiß'],
    sees: 'everybody',
  });
}

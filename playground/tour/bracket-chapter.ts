import { TourError, type Stage } from './stage.ts';

/** A bracket in its windows, and one match of it. */
export async function lookAtBrackets(stage: Stage): Promise<void> {
  stage.chapter('Brackets and matches');
  const cup = await stage.suggest('Ana', 'bracket', 'tournament', 'friday', /Friday Night Open/);
  const whole = await stage.type(
    'Ana',
    'bracket',
    { tournament: cup.value },
    { says: ['Friday Night Open', 'On now and next', 'My path'], sees: 'everybody' },
    { tournament: cup.name },
  );
  const [picture] = whole.embeds;
  if (picture?.image === undefined) throw new TourError('the bracket came without a picture');
  const round = await stage.choose('Ana', whole, 'Show another part…', 'Final', {
    says: [/Final/, /Winner of M\d+ vs Winner of M\d+/],
    sees: 'everybody',
  });
  await stage.press('Ana', round, '‹ Previous', {
    says: ['Semi-finals'],
    never: ['M11 ·'],
    sees: 'everybody',
  });
  await stage.press('Ana', round, 'My path', { says: ["Ana Conceição's path"], sees: 'everybody' });
  const choice = await stage.suggest('Ana', 'match', 'match', 'weiß', /Jürgen Weiß/);
  await stage.type(
    'Ana',
    'match',
    { match: choice.value },
    { says: ['Ana Conceição vs Jürgen Weiß', 'Status', 'Report score', 'Bracket'], sees: 'everybody' },
    { match: choice.name },
  );
  const list = await stage.type(
    'Ana',
    'matches',
    { limit: 10 },
    { says: ['Latest matches: Ana Conceição', /Form, newest first: [▲▼■]/], sees: 'everybody' },
  );
  await stage.choose('Ana', list, 'Only against…', 'Jürgen Weiß', {
    says: ['Jürgen Weiß'],
    sees: 'everybody',
  });
}

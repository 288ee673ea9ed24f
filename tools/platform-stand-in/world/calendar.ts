import { CAST } from './players.ts';
import type { Format, Region } from './records.ts';

/** How far a tournament of a new world has come. */
type Progress =
  | { kind: 'open' }
  | { kind: 'closed' }
  | { kind: 'cancelled' }
  | { kind: 'running'; finished: number; running: number }
  | { kind: 'finished' };

export interface Fixture {
  name: string;
  game: string;
  format: Format;
  region: Region | null;
  capacity: number;
  entrants: number;
  /** Hours from the start of the world; negative is past. */
  inHours: number;
  progress: Progress;
  prize: string | null;
  description: string | null;
  /** Who has to be in it, and at which seed (from 1). */
  seeded?: Readonly<Record<number, string>>;
}

const DAY = 24;

function fixture(inHours: number, name: string, rest: Partial<Fixture> = {}): Fixture {
  const capacity = rest.capacity ?? 16;
  const entrants = rest.entrants ?? capacity;
  return {
    name,
    inHours,
    game: '9-ball',
    format: 'single-elimination',
    region: null,
    progress: { kind: 'finished' },
    prize: null,
    description: null,
    ...rest,
    capacity,
    entrants,
  };
}

function open(inHours: number, name: string, rest: Partial<Fixture> = {}): Fixture {
  return fixture(inHours, name, { progress: { kind: 'open' }, ...rest });
}

/** In the order of time, since results move ratings and the next draw is seeded by them. The Swiss came last, and moves nothing before it. */
export const FIXTURES: readonly Fixture[] = [
  fixture(-58 * DAY, 'Autumn Grand Prix', {
    capacity: 64,
    prize: '20,000 SPA',
    seeded: { 9: CAST.contender },
  }),
  fixture(-51 * DAY, 'Copa São Paulo', { region: 'sao-paulo', capacity: 32, seeded: { 5: CAST.contender } }),
  fixture(-44 * DAY, 'Giải Hà Nội Mở Rộng', {
    region: 'ha-noi',
    capacity: 32,
    seeded: { 2: CAST.organizer },
  }),
  fixture(-37 * DAY, 'Berliner Kneipenpokal', {
    region: 'berlin',
    game: '8-ball',
    seeded: { 4: CAST.rival },
  }),
  fixture(-30 * DAY, '서울 오픈', { region: 'seoul', capacity: 16 }),
  // Twelve players in a bracket of sixteen: the four best seeds have byes.
  fixture(-23 * DAY, 'Straight Pool Classic', {
    game: '14.1',
    entrants: 12,
    seeded: { 1: CAST.rival, 7: CAST.awkward },
  }),
  fixture(-16 * DAY, 'Night Shift #3', { capacity: 8, seeded: { 3: CAST.contender, 6: CAST.organizer } }),
  fixture(-9 * DAY, 'Duel of the Week', { capacity: 4, seeded: { 1: CAST.contender, 4: CAST.rival } }),
  fixture(-30, 'World Series of Pool', {
    capacity: 64,
    prize: '50,000 SPA',
    description: 'Sixty-four players, one table of honor. Race to three, the final to four.',
    progress: { kind: 'running', finished: 41, running: 3 },
  }),
  fixture(-20, 'Two Lives Invitational', {
    format: 'double-elimination',
    capacity: 8,
    game: '10-ball',
    progress: { kind: 'running', finished: 7, running: 1 },
  }),
  fixture(-8, 'Liga dos Grupos', {
    format: 'groups',
    capacity: 8,
    progress: { kind: 'running', finished: 7, running: 1 },
  }),
  // Seeds 3 and 6 win their first matches, and wait for each other in the last quarter-final.
  fixture(-4, 'Friday Night Open', {
    prize: '4,000 SPA',
    description: 'The weekly open. Players report their own scores.',
    progress: { kind: 'running', finished: 10, running: 1 },
    seeded: { 3: CAST.contender, 6: CAST.rival },
  }),
  fixture(2, 'Last Call Cup', { progress: { kind: 'closed' }, entrants: 13, game: '8-ball' }),
  open(5, 'Full House', { capacity: 8, prize: '1,000 SPA' }),
  open(9, 'Late Break', { entrants: 11 }),
  open(1 * DAY, 'Saturday Sprint', { capacity: 8, entrants: 7, description: 'One place left, as ever.' }),
  open(2 * DAY, 'Sunday Social', {
    capacity: 32,
    entrants: 9,
    game: '8-ball',
    description: 'Beginners welcome.',
  }),
  open(3 * DAY, 'Cúp Mùa Đông', { region: 'ha-noi', capacity: 32, entrants: 14, prize: '3,000 SPA' }),
  open(4 * DAY, 'Copa dos Campeões', { region: 'sao-paulo', entrants: 6, seeded: { 1: CAST.contender } }),
  open(5 * DAY, 'Nikolaus-Turnier', { region: 'berlin', capacity: 32, entrants: 12 }),
  open(6 * DAY, '겨울 챔피언십', { region: 'seoul', entrants: 10, prize: '₩500,000' }),
  open(8 * DAY, 'Women’s Masters', { capacity: 32, entrants: 17, prize: '10,000 SPA' }),
  open(10 * DAY, 'Two-Table Tango 🕺🕺', {
    capacity: 8,
    entrants: 2,
    format: 'double-elimination',
    game: '10-ball',
  }),
  open(12 * DAY, 'Кубок Балтики', { entrants: 5, game: 'Russian pyramid' }),
  open(15 * DAY, 'Round Robin Rumble', { format: 'groups', entrants: 4 }),
  open(18 * DAY, '*Star* _League_ [qualifier](https://example.com)', { capacity: 64, entrants: 23 }),
  open(21 * DAY, 'Bank Pool Brawl', { game: 'Bank pool', entrants: 0 }),
  open(
    25 * DAY,
    'The Very Long and Ceremonious Invitational Tournament of the United Billiard Halls and Snooker Clubs of the Four Regions, Season Two, Second Qualifying Weekend',
    { capacity: 128, entrants: 31 },
  ),
  open(30 * DAY, 'New Year’s Break-Off', { capacity: 64, entrants: 19, prize: '8,000 SPA' }),
  fixture(33 * DAY, 'Rooftop Open', { progress: { kind: 'cancelled' }, entrants: 3 }),
  open(40 * DAY, 'Spring Grand Prix', { capacity: 128, entrants: 8, prize: '25,000 SPA' }),
  // In its last round, of which one match is decided.
  fixture(-5, 'Swiss Thursday', {
    format: 'swiss',
    capacity: 8,
    description: 'Three rounds, everybody plays all of them.',
    progress: { kind: 'running', finished: 9, running: 1 },
  }),
];

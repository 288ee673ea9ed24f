import type { Random } from '../random.ts';
import type { Region } from './records.ts';

interface NameParts {
  first: readonly string[];
  last: readonly string[];
  /** Where the family name goes. */
  order: 'first-last' | 'last-first';
  between: string;
}

const PARTS: Record<Region, NameParts> = {
  'ha-noi': {
    first: [
      'Anh',
      'Bảo',
      'Châu',
      'Đức',
      'Giang',
      'Hải',
      'Hương',
      'Khánh',
      'Linh',
      'Mỹ',
      'Ngọc',
      'Phúc',
      'Quỳnh',
      'Thảo',
      'Tuấn',
      'Yến',
    ],
    last: ['Nguyễn', 'Trần', 'Lê', 'Phạm', 'Hoàng', 'Đặng', 'Vũ', 'Bùi', 'Đỗ', 'Ngô'],
    order: 'last-first',
    between: ' ',
  },
  'sao-paulo': {
    first: [
      'João',
      'Antônio',
      'Beatriz',
      'César',
      'Débora',
      'Fábio',
      'Inês',
      'Júlia',
      'Luís',
      'Márcia',
      'Otávio',
      'Raúl',
      'Sônia',
      'Thaís',
      'Vítor',
      'Zélia',
    ],
    last: [
      'Conceição',
      'Araújo',
      'Gonçalves',
      'Magalhães',
      'Simões',
      'Brandão',
      'Falcão',
      'Assunção',
      'Muñoz',
      'Peçanha',
    ],
    order: 'first-last',
    between: ' ',
  },
  berlin: {
    first: [
      'Jürgen',
      'Zoë',
      'Łukasz',
      'Björn',
      'Aslı',
      'Søren',
      'Дмитрий',
      'Ольга',
      'Νίκος',
      'Ελένη',
      'Françoise',
      'Günther',
      'Ingrid',
      'Þóra',
      'Željko',
      'Ágnes',
    ],
    last: [
      'Müller',
      'Öztürk',
      'Wójcik',
      'Großmann',
      'Petrović',
      'Κώστας',
      'Иванова',
      'Ångström',
      'Nováková',
      'Weiß',
    ],
    order: 'first-last',
    between: ' ',
  },
  seoul: {
    first: ['민준', '서연', '지우', '하은', '도윤', '예준', '수아', '지호', '건우', '유진', '태민', '나래'],
    last: ['김', '이', '박', '최', '정', '강', '윤', '한', '오', '임'],
    order: 'last-first',
    between: '',
  },
};

const HANDLES = [
  'NightOwl',
  'cue_ball',
  'Breaker',
  'xX_Rail_Xx',
  'bank.shot',
  'Side-Pocket',
  'el_zurdo',
  'RackAttack',
];

/**
 * Names that break careless bots: markdown, mentions, links, code fences, invisible and right-to-left characters, emoji
 * made of several code points, and lengths past every limit of Discord.
 */
export const AWKWARD_NAMES: readonly string[] = [
  '_under_*star*',
  '**bold** ~~gone~~ ||spoiler||',
  '@everyone',
  '<@123456789012345678> <t:0:R>',
  '[free coins](https://example.com/free)',
  '```js\nalert(1)```',
  '# Heading\n- list',
  '<b>html & "quotes"</b>',
  'Maximiliane-Theodora Konstantinopolskaja von und zu Hohenstaufen-Löwenstein-Wertheim-Freudenberg the Third of Her Name, Champion of Champions',
  'محمد الأمين',
  '\u202Egnirts desrever',
  'שירה כהן',
  '陈晨',
  '小鳥遊ひなた',
  '👩‍🚀🏳️‍🌈👨‍👩‍👧‍👦',
  'Z̷̢̛a̶͎͝l̸̰̀g̴̣̃o̵̧̊',
  'सत्यम् शर्मा',
  'ณัฐวุฒิ',
  'zero\u200Bwidth\u200Dname',
  '  spaced   out  ',
];

export function personName(region: Region, random: Random): string {
  if (random.next() < 0.12) return `${random.pick(HANDLES)}${random.integer(2, 99)}`;
  const { first, last, order, between } = PARTS[region];
  const names = [random.pick(first), random.pick(last)];
  return (order === 'first-last' ? names : names.reverse()).join(between);
}

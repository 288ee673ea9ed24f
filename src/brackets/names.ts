/**
 * What the name of a round proves. `tree`: losers leave. `table`: everyone plays on. `not-the-end`: another stage follows. Any
 * other name proves nothing, even one with only a word more.
 */
export type Proof =
  | 'final'
  | 'grand-final'
  | 'second-final'
  | 'tree'
  | 'third-place'
  | 'winners'
  | 'losers'
  | 'table'
  | 'not-the-end'
  | 'nothing';

/** The proofs that a match is the final, or one of its matches. */
export const FINALS: readonly string[] = ['final', 'grand-final', 'second-final'] satisfies Proof[];

type NamePatterns = Readonly<Record<Exclude<Proof, 'nothing'>, string>> & {
  /** Words allowed beside a side of a double elimination: "round 2", "de la", "bracket". */
  readonly beside: string;
};

const N = String.raw`(?:\d+|[ivx]{1,4})`;
/** The name of a group: "A", "12", "B1". */
const G = String.raw`[\p{L}\d]{1,2}`;

/** By language: regular expressions for whole names in lower case, with single spaces for what separates their words. */
const ROUND_NAMES: Readonly<Record<string, NamePatterns>> = {
  en: {
    final: 'finals?',
    'grand-final': 'grand finals?|gf',
    'second-final': '(?:second|2nd) grand final|(?:grand finals?|gf|bracket) reset|grand finals? 2',
    tree: String.raw`semi ?finals?|quarter ?finals?|(?:round|last) of \d+|1/\d+(?: ?finals?)?|play ?offs?|knock ?outs?(?: stage| round)?`,
    'third-place':
      '(?:third|3rd) place(?: match| play ?off| game| decider| final)?|bronze(?: medal)? (?:match|game|final)|match for (?:third|3rd)(?: place)?',
    winners: "winners?'?s?|upper|[wu]b",
    losers: "losers?'?s?|lower|lb",
    table: String.raw`swiss(?: (?:round|r))? ?${N}|swiss|(?:group|pool) ${G}(?: round ${N})?|league|round robin`,
    'not-the-end': String.raw`play ?ins?|qualifiers?(?: ${G})?|qualifications?|group stage|groups|pool stage|pools|swiss stage|(?:stage|phase|day) ${N}`,
    beside: String.raw`bracket|side|round|r|(?:semi ?|quarter ?)?finals?|\d{1,3}|r\d{1,3}`,
  },
  es: {
    final: 'la final|final',
    'grand-final': '(?:la )?gran final',
    'second-final': '(?:segunda|2ª) gran final',
    tree: String.raw`semifinal(?:es)?|(?:cuartos|octavos|dieciseisavos)(?: de final)?|1/\d+ de final|ronda de \d+|eliminatorias`,
    'third-place':
      '(?:partido (?:por|para) (?:el )?)?(?:tercer|3er|3\\.er|3\\.º|3º) (?:puesto|lugar)|partido por el bronce',
    winners: 'ganadores|superior',
    losers: 'perdedores|inferior',
    table: String.raw`ronda suiza ?${N}|suizo|grupo ${G}|liga|todos contra todos`,
    'not-the-end': String.raw`clasificatori[oa]s?|clasificación|previa|repesca|fase de grupos|fase suiza|(?:etapa|fase|día|jornada) ${N}`,
    beside: String.raw`cuadro|llave|bracket|ronda|final|semifinal(?:es)?|cuartos|de|del|la|\d{1,3}`,
  },
  pt: {
    final: 'final|a final',
    'grand-final': '(?:a )?(?:grande|gran) final',
    'second-final': '(?:segunda|2ª) grande final',
    tree: String.raw`semi ?finais|semifinal|(?:quartas|oitavas)(?: de final)?|1/\d+ de final|rodada de \d+|mata mata`,
    'third-place': '(?:disputa (?:de|do|pelo) )?(?:terceiro|3º|3o) lugar|disputa (?:do|pelo) bronze',
    winners: 'vencedores|superior',
    losers: 'perdedores|inferior',
    table: String.raw`rodada suíça ?${N}|suíço|grupo ${G}|liga|todos contra todos`,
    'not-the-end': String.raw`qualificatórias?|classificatórias?|repescagem|fase de grupos|fase suíça|(?:etapa|fase|dia) ${N}`,
    beside: String.raw`chave|chaveamento|bracket|rodada|final|semi ?fina(?:l|is)|quartas|de|dos|da|\d{1,3}`,
  },
  fr: {
    final: 'finale|la finale',
    'grand-final': '(?:la )?grande finale',
    'second-final': '(?:seconde|deuxième|2e) grande finale',
    tree: String.raw`demi finales?|(?:quarts?|huitièmes?|seizièmes?) de finale|1/\d+(?: de)? finale|tour de \d+|phase finale`,
    'third-place': '(?:match pour la )?(?:troisième|3e|3ème) place|petite finale|match pour le bronze',
    winners: 'gagnants|vainqueurs|supérieur|winners?',
    losers: 'perdants|inférieur|losers?',
    table: String.raw`ronde suisse ?${N}|suisse|(?:groupe|poule) ${G}|ligue|toutes rondes`,
    'not-the-end': String.raw`qualifications?|qualificatifs?|barrages?|phase de (?:groupes|poules)|phase suisse|(?:étape|phase|jour) ${N}`,
    beside: String.raw`tableau|arbre|bracket|tour|ronde|manche|(?:demi )?finales?|des|du|de|la|\d{1,3}`,
  },
  de: {
    final: 'finale|endspiel',
    'grand-final': 'großes finale',
    'second-final': 'zweites großes finale',
    tree: String.raw`(?:halb|viertel|achtel|sechzehntel)finale|1/\d+ finale|runde der letzten \d+|k\.?o\.? ?(?:runde|phase)`,
    'third-place': String.raw`spiel um (?:platz (?:3|drei)|den (?:dritten|3\.) platz)|kleines finale|bronzematch`,
    winners: 'gewinner|sieger|winner|oberes',
    losers: 'verlierer|loser|unteres',
    table: String.raw`schweizer runde ?${N}|schweizer system|gruppe ${G}|liga|jeder gegen jeden`,
    'not-the-end': String.raw`qualifikation(?:en)?|vorrunde|gruppenphase|schweizer phase|(?:phase|tag|etappe) ${N}`,
    beside: String.raw`baum|tableau|bracket|runde|(?:halb|viertel)?finale|der|des|\d{1,3}`,
  },
  vi: {
    final: '(?:trận )?chung kết',
    'grand-final': '(?:trận )?chung kết tổng',
    'second-final': '(?:trận )?chung kết tổng (?:lần )?2',
    tree: String.raw`bán kết|tứ kết|vòng \d+ (?:đội|người)|vòng 1/\d+|vòng loại trực tiếp`,
    'third-place': '(?:trận )?tranh (?:hạng|giải|vị trí thứ|vị trí) (?:ba|3)|tranh huy chương đồng',
    winners: 'nhánh thắng|nhánh trên',
    losers: 'nhánh thua|nhánh dưới',
    table: String.raw`vòng thụy sĩ ?${N}|thụy sĩ|bảng ${G}|vòng tròn`,
    'not-the-end': String.raw`vòng loại|vòng bảng|vòng thụy sĩ|play in|(?:giai đoạn|ngày) ${N}`,
    beside: String.raw`vòng|chung kết|bán kết|tứ kết|\d{1,3}`,
  },
  ja: {
    final: '決勝戦?',
    'grand-final': 'グランドファイナル|グランド決勝',
    'second-final': 'グランドファイナル ?リセット',
    tree: String.raw`準決勝戦?|準々決勝戦?|ベスト ?\d+|決勝トーナメント|プレーオフ`,
    'third-place': '(?:3|三)位決定戦',
    winners: '勝者側?|ウィナーズ|アッパー',
    losers: '敗者側?|ルーザーズ|ロワー',
    table: String.raw`スイス(?:ドロー)? ?第?${N}(?:回戦|ラウンド)|スイスドロー|(?:グループ|プール) ?${G}|リーグ戦?|総当たり戦?`,
    'not-the-end': String.raw`予選(?:リーグ)?|プレーイン|グループステージ|スイスステージ|(?:ステージ|フェーズ) ?${N}|${N}日目`,
    beside: String.raw`ブラケット|サイド|ラウンド|第?\d{1,3}(?:回戦)?|回戦|準?々?決勝戦?`,
  },
};

const PROOFS = [
  'third-place',
  'second-final',
  'grand-final',
  'final',
  'tree',
  'table',
  'not-the-end',
] as const;

const whole = (sources: readonly string[]): RegExp => new RegExp(`^(?:${sources.join('|')})$`, 'u');
const languages = Object.values(ROUND_NAMES);
const proofs = PROOFS.map((proof) => [proof, whole(languages.map((words) => words[proof]))] as const);
/** "Winners round 2", "final de ganadores": the word for a side, with only the allowed words beside it. */
const sides = (['winners', 'losers'] as const).map((side) => {
  const sources = languages.map(
    ({ [side]: word, beside }) => `(?:(?:${beside}) ?){0,3}(?:${word})(?: ?(?:${beside})){0,3}`,
  );
  return [side, whole(sources)] as const;
});

const spaced = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_‐-]+/gu, ' ')
    .trim();

const proofOfWords = (words: string): Proof =>
  [...proofs, ...sides].find(([, pattern]) => pattern.test(words))?.[0] ?? 'nothing';

const LENGTH_MAX = 60;

/**
 * What the name of a round or a stage proves. A name in parts ("Playoffs - Final") proves what its last part does, if each part
 * proves something about a tree.
 */
export function proofOf(name: string | undefined): Proof {
  if (name === undefined || name.length > LENGTH_MAX) return 'nothing';
  const proof = proofOfWords(spaced(name));
  if (proof !== 'nothing') return proof;
  const parts = name.split(/\s*[,·:|–—]\s*|\s+[-/]\s+/u);
  if (parts.length === 1) return 'nothing';
  const joined = proofOfWords(spaced(parts.join(' ')));
  if (joined !== 'nothing') return joined;
  const each = parts.map((part) => proofOfWords(spaced(part)));
  const isOfTree = each.slice(0, -1).every((one) => one === 'tree') && each.at(-1) !== 'not-the-end';
  return isOfTree ? (each.at(-1) ?? 'nothing') : 'nothing';
}

const GROUP = new RegExp(
  `^(?:group|pool|grupo|groupe|poule|gruppe|bảng|グループ|プール) ?(${G})(?![\\p{L}\\d])`,
  'u',
);

/** The group that the name of a round is about: "a" for "Group A, round 2". */
export const groupOf = (name: string | undefined): string | undefined =>
  name === undefined ? undefined : GROUP.exec(spaced(name))?.[1]?.toUpperCase();

/**
 * How a format is won: `single`, `double`: players leave after one or two losses; `knockout`: after an unknown number; `table`: the
 * most points win.
 */
export type FormatKind = 'single' | 'double' | 'knockout' | 'table';

/** By kind: phrases that mean it wherever they stand in a format's name, and words that mean it alone. */
const FORMATS: readonly (readonly [FormatKind, phrases: string, alone: string])[] = [
  [
    'double',
    'double elim(?:ination)?|doble eliminación|dupla eliminação|eliminação dupla|double élimination|doppel ?(?:k\\.?o\\.?|elimination)|nhánh thắng nhánh thua|loại kép|ダブルエリミネーション',
    'double|de',
  ],
  [
    'single',
    'single elim(?:ination)?|direct elim(?:ination)?|eliminación (?:directa|simple|sencilla)|eliminação (?:simples|direta|única)|élimination (?:directe|simple)|einfache? (?:k\\.?o\\.?|elimination)|loại trực tiếp|シングルエリミネーション|knock ?out|mata mata|ノックアウト',
    'single|se|k\\.?o\\.?(?: system)?',
  ],
  [
    'table',
    'swiss|suizo|suíço|suisse|schweizer (?:system|format)|thụy sĩ|スイス(?:ドロー|式)?|round robin|todos contra todos|jeder gegen jeden|toutes rondes|vòng tròn|総当たり?|all play all',
    'league(?: (?:play|format|system))?|liga|ligue|リーグ戦?|groups?|rr',
  ],
  ['knockout', 'elimination|élimination|eliminación|eliminação|play ?offs?', 'トーナメント'],
];

const isWord = (source: string): RegExp => new RegExp(`(?<![\\p{L}\\d])(?:${source})(?![\\p{L}\\d])`, 'u');
const formats = FORMATS.map(([kind, phrases, alone]) => ({
  kind,
  alone: whole([phrases, alone]),
  within: isWord(phrases),
}));

/** The kind that the platform's words for a format name; `undefined` if they name none or several. */
export function kindOfFormat(words: string | undefined): FormatKind | undefined {
  if (words === undefined || words.length > LENGTH_MAX) return undefined;
  const name = spaced(words);
  const alone = formats.find((one) => one.alone.test(name));
  if (alone !== undefined) return alone.kind;
  const [kind, ...others] = formats.filter(({ within }) => within.test(name)).map((one) => one.kind);
  return others.every((other) => other === 'knockout' && kind !== 'table') ? kind : undefined;
}

/** The same for a stage, whose name must contain nothing else: other names are names of events. */
export function kindOfStage(name: string | undefined): FormatKind | undefined {
  if (name === undefined || name.length > LENGTH_MAX) return undefined;
  const plain = spaced(name).replace(/ (?:stage|bracket|phase)$/u, '');
  const proof = proofOf(name);
  if (proof === 'table' || proof === 'tree' || proof === 'final')
    return proof === 'table' ? 'table' : 'knockout';
  return formats.find(({ alone }) => alone.test(plain))?.kind;
}

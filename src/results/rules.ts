/**
 * The states of a result. `written`: the platform has one side's score. `open`: it waits for the other side, and the platform does
 * not have it. `agreed`: both sides agree. `disputed`: the organizers have to decide. `ruled`: they decided.
 */
export const STATES = ['none', 'open', 'written', 'disputed', 'agreed', 'ruled'] as const;
export type ResultState = (typeof STATES)[number];

/**
 * `report`: a score that counts at once. `propose`: a score that the other side has to confirm. `confirm`: agrees to the other
 * side's score. `dispute`: contradicts it with another score. `rule`: an organizer's score, with a reason. `leave`: an organizer
 * leaves the match as it is, with a reason.
 */
export const PRESSES = ['report', 'propose', 'confirm', 'dispute', 'rule', 'leave'] as const;
export type ResultPress = (typeof PRESSES)[number];

/** Who presses. A player of the match is never its organizer; a player is the opponent of a result that neither side reported. */
export const ROLES = ['reporter', 'opponent', 'organizer', 'other'] as const;
export type Role = (typeof ROLES)[number];

/** Why a press does nothing. `needs-reason`: an organizer's score is a ruling, which needs a reason. */
export type PressRefusal =
  | 'own-report'
  | 'no-report'
  | 'not-playing'
  | 'not-organizer'
  | 'needs-reason'
  | 'agreed-already'
  | 'ruled-already';

type Step = { to: Exclude<ResultState, 'none'>; writes: boolean } | { refused: PressRefusal };

/** By role. `!`: the press writes to the platform, with the presser's token. */
type RuleRow = readonly [reporter: RuleCell, opponent: RuleCell, organizer: RuleCell, other: RuleCell];
type RuleCell = PressRefusal | 'open' | 'disputed' | 'ruled' | 'written!' | 'agreed!' | 'ruled!';

const forAll = (cell: RuleCell): RuleRow => [cell, cell, cell, cell];
const forOrganizers = (cell: RuleCell): RuleRow => ['not-organizer', 'not-organizer', cell, 'not-organizer'];
const RULE = forOrganizers('ruled!');
const NOTHING_TO_LEAVE = forOrganizers('no-report');
const RULED: RuleRow = ['ruled-already', 'ruled-already', 'needs-reason', 'ruled-already'];

const TABLE: Readonly<Record<ResultState, Readonly<Record<ResultPress, RuleRow>>>> = {
  none: {
    report: forAll('written!'),
    propose: ['open', 'open', 'written!', 'not-playing'],
    confirm: forAll('no-report'),
    dispute: ['own-report', 'disputed', 'needs-reason', 'not-playing'],
    rule: RULE,
    leave: NOTHING_TO_LEAVE,
  },
  open: {
    report: ['open', 'disputed', 'needs-reason', 'not-playing'],
    propose: ['open', 'disputed', 'needs-reason', 'not-playing'],
    confirm: ['own-report', 'agreed!', 'needs-reason', 'not-playing'],
    dispute: ['own-report', 'disputed', 'needs-reason', 'not-playing'],
    rule: RULE,
    leave: forOrganizers('ruled'),
  },
  written: {
    report: forAll('written!'),
    propose: ['open', 'open', 'written!', 'not-playing'],
    confirm: forAll('no-report'),
    dispute: ['own-report', 'disputed', 'needs-reason', 'not-playing'],
    rule: RULE,
    leave: NOTHING_TO_LEAVE,
  },
  disputed: {
    report: ['disputed', 'disputed', 'needs-reason', 'not-playing'],
    propose: ['disputed', 'disputed', 'needs-reason', 'not-playing'],
    confirm: ['agreed!', 'agreed!', 'needs-reason', 'not-playing'],
    dispute: ['disputed', 'disputed', 'needs-reason', 'not-playing'],
    rule: RULE,
    leave: forOrganizers('ruled'),
  },
  agreed: {
    report: ['written!', 'written!', 'needs-reason', 'not-playing'],
    propose: ['open', 'open', 'needs-reason', 'not-playing'],
    confirm: forAll('agreed-already'),
    dispute: ['agreed-already', 'agreed-already', 'needs-reason', 'not-playing'],
    rule: RULE,
    leave: NOTHING_TO_LEAVE,
  },
  ruled: {
    report: RULED,
    propose: RULED,
    confirm: RULED,
    dispute: RULED,
    rule: RULE,
    leave: NOTHING_TO_LEAVE,
  },
};

/** What a press does. Pure. */
export function stepOf(state: ResultState, press: ResultPress, role: Role): Step {
  const cell = TABLE[state][press][ROLES.indexOf(role)] ?? 'not-playing';
  switch (cell) {
    case 'open':
    case 'disputed':
    case 'ruled':
      return { to: cell, writes: false };
    case 'written!':
      return { to: 'written', writes: true };
    case 'agreed!':
      return { to: 'agreed', writes: true };
    case 'ruled!':
      return { to: 'ruled', writes: true };
    case 'own-report':
    case 'no-report':
    case 'not-playing':
    case 'not-organizer':
    case 'needs-reason':
    case 'agreed-already':
    case 'ruled-already':
      return { refused: cell };
  }
}

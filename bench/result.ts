/** One line of the table. */
export interface Result {
  what: string;
  /** What it is measured against, in the same minute. */
  against: string;
  /** Our figure and the other's, each with its unit. */
  ours: string;
  theirs: string;
  /** What the goal is about: a ratio, or an absolute figure. */
  figure: number;
  /** Without one, the line only tells. */
  goal?: { atMost: number } | { atLeast: number };
  /** What stands beside: throughput, times, what was sent. */
  beside?: string;
}

export type GoalVerdict = 'met' | 'missed' | '';

export function verdictOn({ figure, goal }: Result): GoalVerdict {
  if (goal === undefined) return '';
  // Without a figure (nothing was answered) no goal is met.
  return ('atMost' in goal ? figure <= goal.atMost : figure >= goal.atLeast) ? 'met' : 'missed';
}

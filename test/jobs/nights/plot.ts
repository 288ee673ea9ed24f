import { T0 } from '../../support/night-records.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS, type Night, type Process } from './context.ts';
import { betweenStages, end, follow, followAll, gapOf } from './course.ts';
import { actOn, decide } from './cup-actions.ts';
import { disturb } from './disturb.ts';
import { changePrivacy, PRIVACY_ACTS } from './privacy.ts';
import { DISTURBANCES } from './reach.ts';
import { changeRank, renameByHand } from './roles.ts';
import type { Truth } from './truth.ts';

const ACTIONS_MAX = 12;
/** Before a night is recorded. */
const FIRST_ACTIONS = 7;
/** Corrections are told for an hour more. */
const AFTERMATH_MS = 5 * HOUR_MS;
const CALM_STEP_MS = 10 * SECOND_MS;

interface PlotOptions {
  alive: () => { alive: Process[]; start: () => void };
  spared: ReadonlySet<number>;
  isFirstHalf: boolean;
  /** When the last thing is due that is put off. */
  lastTaskAt: () => number;
}

/** What happens in a night once its tournaments have begun, until all that follows from it is told. */
export function createPlot(night: Night, { alive, isFirstHalf, lastTaskAt, spared }: PlotOptions) {
  const { chance, cups, extras, pass, seconds, servers, show, snapshots, tell, trouble, unlisted, world } =
    night;

  /** Since when it's over, as the platform shows it. */
  function overAt({ id }: Truth): number {
    const shownBefore = snapshots.get(id) ?? [];
    return shownBefore[shownBefore.findLastIndex(({ stage }) => stage !== 'over') + 1]?.at ?? T0;
  }

  async function goOn(isLate: boolean): Promise<void> {
    const most = isFirstHalf ? FIRST_ACTIONS : ACTIONS_MAX + 4 * cups.length;
    for (let actions = 0; actions < most; actions++) {
      await betweenStages(night);
      const open = cups.filter((cup) => cup.goOn());
      if (open.length === 0) break;
      show();
      if (isLate && night.follows.length === 0 && actions > 3) await followAll(night);
      if (actions === 6 && night.follows.length > 0 && chance.is(0.3)) {
        const listed = cups.filter((one) => !unlisted.has(one));
        await follow(night, chance.pick(listed), chance.pick(servers), 1);
      }
      if ((await actOn(night, chance.pick(open))) === 'nothing')
        disturb(night, alive(), chance.pick(DISTURBANCES), spared);
      show();
      if (extras.is(0.1) || PRIVACY_ACTS.some(night.wants)) await changePrivacy(night);
      if (extras.is(0.15) || night.wants('rise') || night.wants('fall')) changeRank(night);
      if (extras.is(0.08) || night.wants('rename by hand')) renameByHand(night);
      await pass(gapOf(night));
    }
    if (night.follows.length === 0) await followAll(night);
    if (isFirstHalf) return calmDown();
    for (const cup of cups) end(night, cup);
    show();
    await calmDown();
    const [over] = cups.filter(
      (cup) => cup.stage() === 'over' && cup.decided().length > 0 && world.now() - overAt(cup) < AFTERMATH_MS,
    );
    if (over === undefined || !chance.is(0.3)) return;
    // What is over is read once an hour, and what takes two readings soon again.
    trouble('quiet', 0, HOUR_MS + 5 * MINUTE_MS, { cupId: over.id });
    await decide(night, over, chance.pick(over.decided()), 'corrects');
    show();
    await calmDown();
  }

  /** Eight servers call a big tournament's players, while another server waits for a result. */
  async function crowd(): Promise<void> {
    const [small, big] = cups;
    const [home, ...others] = servers;
    if (small === undefined || big === undefined || home === undefined) return;
    await follow(night, small, home, 0);
    for (const server of others) await follow(night, big, server, 0);
    await pass(MINUTE_MS);
    for (const cup of cups) {
      cup.setPhase('running');
      cup.draw();
      tell(`${cup.name} begins`);
      show();
      await pass(seconds(20, 40));
    }
    for (let at = 0; at < 3; at++) {
      await decide(night, small, chance.pick(small.open()), 'plays');
      await pass(seconds(20, 60));
    }
    await calmDown();
  }

  async function calmDown(): Promise<void> {
    await pass(MINUTE_MS);
    const last = Math.max(world.now(), lastTaskAt(), ...night.troubles.map(({ to }) => to));
    for (const one of world.processes) one.killAt(Infinity, true);
    await pass(last - world.now() + 4 * MINUTE_MS, CALM_STEP_MS);
  }

  return { goOn, crowd };
}

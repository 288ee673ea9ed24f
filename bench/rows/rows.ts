import { calendar } from './calendar.ts';
import { calls } from './calls.ts';
import { cards } from './cards.ts';
import { gatewayBracket, gatewayConstant, gatewayOwn, gatewayRank } from './gateway.ts';
import { httpConstant, httpRank } from './http.ts';
import { latency } from './latency.ts';
import { links } from './links.ts';
import { loop } from './loop.ts';
import { memory } from './memory.ts';
import { names } from './names.ts';
import { night } from './night.ts';
import { pace } from './pace.ts';
import { pictures } from './pictures.ts';
import { reading } from './reading.ts';
import { roles } from './roles.ts';
import type { BenchRow } from './row.ts';
import { servers } from './servers.ts';
import { sharedPolls } from './shared-polls.ts';
import { slope } from './slope.ts';
import { start } from './start.ts';

/** All of them, in the order of the table. */
export const rows: readonly BenchRow[] = [
  gatewayConstant,
  gatewayRank,
  gatewayOwn,
  gatewayBracket,
  cards,
  httpConstant,
  httpRank,
  calendar,
  latency,
  memory,
  links,
  servers,
  slope,
  loop,
  start,
  calls,
  night,
  sharedPolls,
  pace,
  roles,
  names,
  pictures,
  reading,
];

import { describe } from 'vitest';
import { memoryStores } from '../support/memory-stores.ts';
import { storeSuite } from './suite.ts';

describe('the in-memory store of other tests', () => {
  storeSuite(async () => {
    let time = 1_800_000_000_000;
    const memory = memoryStores({ now: () => time });
    return { stores: memory.replica(), advance: (ms) => void (time += ms), cleanUp: async () => {} };
  });
});

import { defineConfig } from 'vitest/config';

/** Whole flows: the built bot against the playground, browsers included. They share two cores, so files run one by one. */
export default defineConfig({
  test: {
    include: ['test/e2e/page/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
});

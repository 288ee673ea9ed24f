import { chromium, type Browser } from 'playwright-core';
import { findBrowser } from '../find-program.ts';

/** A browser without a window; `environment` comes on top of this process's. */
export const launchBrowser = (environment: NodeJS.ProcessEnv = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: findBrowser() ?? 'chromium',
    args: ['--no-sandbox', '--disable-gpu'],
    env: { ...process.env, ...environment },
  });

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { startPlayground, type Playground } from '../../../playground/start.ts';
import { linkAddress } from '../../../playground/tour/link-member.ts';
import { CAST } from '../../support/members.ts';
import '../../support/readable.ts';
import { until } from '../../support/until.ts';

let world: Playground;
let chromiumBrowser: Browser;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'matchpoint-pages-'));
  world = await startPlayground();
  chromiumBrowser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  });
});
afterAll(async () => {
  await chromiumBrowser.close();
  await world.close();
});

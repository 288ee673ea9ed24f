/** Waits until something holds that no event tells of; fails with what was waited for. The limit is against hangs. */
export async function until(
  what: string,
  test: () => boolean | Promise<boolean>,
  withinMs = 30_000,
): Promise<void> {
  for (const end = Date.now() + withinMs; Date.now() < end;) {
    if (await test()) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${what}: not within ${withinMs} ms`);
}

import type { Page } from 'playwright-core';

/** By option: what is typed into a field, or the label that is chosen in a select. */
export type FormValues = Readonly<Record<string, string>>;

/** Fills in the form of a command with the keyboard; of suggestions, the first one is taken. */
export async function fillForm(page: Page, values: FormValues): Promise<void> {
  const dialog = page.getByRole('dialog');
  for (const [name, value] of Object.entries(values)) {
    const control = dialog.getByLabel(new RegExp(String.raw`^${name}( \*)?$`));
    if ((await control.evaluate(({ tagName }) => tagName)) === 'SELECT') {
      await control.selectOption({ label: value });
      continue;
    }
    await control.focus();
    await page.keyboard.type(value);
    if ((await control.getAttribute('aria-autocomplete')) !== 'list') continue;
    await dialog.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('listbox').waitFor({ state: 'hidden' });
  }
}

/** Uses a command as a person does: chooses it in the message field, fills in its form and sends that. */
export async function typeCommand(page: Page, line: string, values: FormValues = {}): Promise<void> {
  await page.getByRole('textbox', { name: /^Message / }).click();
  await page.keyboard.type(line);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: line, exact: true });
  if (!(await dialog.isVisible())) return;
  await fillForm(page, values);
  await dialog.getByRole('button', { name: 'Send' }).click();
}

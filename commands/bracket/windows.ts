import { neighborPages, neighbors, type PagedWindow } from '../../src/brackets/window-choices.ts';
import type { BracketWindow, WindowContent } from '../../src/brackets/windows.ts';
import type { Bracket } from '../../src/reading/records.ts';

/** A window as a select's value: "now", "whole", "stage:1", "table:0", "round:2". */
export function parseWindow(text: string | undefined): BracketWindow {
  const [kind, index] = (text ?? '').split(':');
  if (kind === 'round') return { kind, round: Number(index) || 0 };
  if (kind === 'stage') return { kind, stage: Number(index) || 0 };
  if (kind === 'table') return { kind, table: Number(index) || 0 };
  return { kind: kind === 'whole' ? kind : 'now' };
}

export function windowValue(window: BracketWindow): string {
  if (window.kind === 'round') return `round:${window.round}`;
  if (window.kind === 'table') return `table:${window.table}`;
  return window.kind === 'stage' ? `stage:${window.stage}` : window.kind;
}

/** What a page is of, as a button argument: a round's index, "t" and a table's, "s" and a stage's, or "w" for the whole. */
export function pageValue(window: PagedWindow): string {
  if (window.kind === 'whole') return 'w';
  if (window.kind === 'stage') return `s${window.stage}`;
  return window.kind === 'table' ? `t${window.table}` : String(window.round);
}

export function parsePageValue(text: string, page: number): PagedWindow {
  const index = Number(text.slice(1)) || 0;
  if (text.startsWith('w')) return { kind: 'whole', page };
  if (text.startsWith('s')) return { kind: 'stage', stage: index, page };
  if (text.startsWith('t')) return { kind: 'table', table: index, page };
  return { kind: 'round', round: Number(text) || 0, page };
}

/** The neighbors of a page. A bracket that is one picture has none. */
export function turns(bracket: Bracket, window: BracketWindow, content: WindowContent) {
  if (window.kind === 'round' || window.kind === 'table') return neighbors(bracket, window);
  if (content.kind !== 'whole' || content.pages === 1) return undefined;
  return neighborPages(window.kind === 'stage' ? window : { kind: 'whole' }, content);
}

/** The windows of the pictures that show one: a page of a whole bracket has several sheets. */
export const windowsOf = (window: BracketWindow, content: WindowContent): BracketWindow[] =>
  content.kind === 'whole' && (window.kind === 'whole' || window.kind === 'stage') && content.sheets > 1
    ? Array.from({ length: content.sheets }, (_, sheet) => ({ ...window, page: content.page, sheet }))
    : [window];

/** How large the matches of a picture are drawn; all in units of the picture. */
export interface Look {
  cardWidth: number;
  rowHeight: number;
  fontSize: number;
  /** Space between the matches of a round, and between rounds. */
  gapY: number;
  gapX: number;
  /** Whether there is room for words beside the match ("Live", "M12"). */
  hasTags: boolean;
}

const looks = {
  large: { cardWidth: 220, rowHeight: 32, fontSize: 17, gapY: 24, gapX: 36, hasTags: true },
  medium: { cardWidth: 190, rowHeight: 27, fontSize: 15, gapY: 22, gapX: 28, hasTags: true },
  small: { cardWidth: 160, rowHeight: 22, fontSize: 13, gapY: 18, gapX: 24, hasTags: true },
  fine: { cardWidth: 132, rowHeight: 16, fontSize: 11.5, gapY: 8, gapX: 18, hasTags: false },
  tiny: { cardWidth: 112, rowHeight: 13, fontSize: 10, gapY: 5, gapX: 14, hasTags: false },
} as const satisfies Record<string, Look>;

export const roomyLook: Look = { ...looks.large, cardWidth: 300 };

/** The largest look in which a picture of so many matches beneath and beside each other stays readable as a whole. */
export function lookFor(rows: number, columns: number): Look {
  if (rows <= 4 && columns <= 3) return looks.large;
  if (rows <= 8 && columns <= 5) return looks.medium;
  if (rows <= 16 && columns <= 13) return looks.small;
  return rows <= 40 ? looks.fine : looks.tiny;
}

/** How large the matches of a picture are drawn; all in units of the picture. */
export interface Look {
  cardWidth: number;
  rowHeight: number;
  fontSize: number;
  /** Space between the matches of a round, and between rounds. */
  gapY: number;
  gapX: number;
  /** Whether what a match is called ("M12") stands above it, or at the right of its first row. */
  tagsAbove: boolean;
  /** Whether there is room for a word on its edge ("LIVE"), or for a dot only. */
  hasPills: boolean;
}

const looks = {
  large: { cardWidth: 212, rowHeight: 32, fontSize: 17, gapY: 26, gapX: 32, tagsAbove: true, hasPills: true },
  medium: {
    cardWidth: 174,
    rowHeight: 27,
    fontSize: 15,
    gapY: 24,
    gapX: 24,
    tagsAbove: true,
    hasPills: true,
  },
  small: { cardWidth: 160, rowHeight: 22, fontSize: 13, gapY: 20, gapX: 24, tagsAbove: true, hasPills: true },
  fine: {
    cardWidth: 132,
    rowHeight: 16,
    fontSize: 11.5,
    gapY: 8,
    gapX: 18,
    tagsAbove: false,
    hasPills: false,
  },
  tiny: { cardWidth: 112, rowHeight: 13, fontSize: 10, gapY: 5, gapX: 14, tagsAbove: false, hasPills: false },
} as const satisfies Record<string, Look>;

export const roomyLook: Look = { ...looks.large, cardWidth: 300 };

/** The largest look in which a picture of so many matches beneath and beside each other stays readable as a whole. */
export function lookFor(rows: number, columns: number): Look {
  if (rows <= 4 && columns <= 3) return looks.large;
  if (rows <= 8 && columns <= 5) return looks.medium;
  if (rows <= 16 && columns <= 13) return looks.small;
  return rows <= 40 ? looks.fine : looks.tiny;
}

export interface PlatformSettings {
  delayMs: number;
  /** Another name and rating for each player id; otherwise all are one and the same, and so are their pictures. */
  distinct: boolean;
  /** How many tournaments are upcoming. */
  listed: number;
}

/** What the stand-in for the platform can be asked. */
export interface PlatformQuestions {
  open: (settings: object) => Promise<{ baseUrl: string }>;
  set: (settings: Partial<PlatformSettings>) => void;
  /** Calls since the last time this was asked, by path with ids left out. */
  calls: (settings: object) => Record<string, number>;
}

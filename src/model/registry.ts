/** What was published under ids that stay for good: it may be added to, and nothing may vanish. */
export interface Registry {
  readonly operators: readonly RegisteredOperator[];
  readonly claims: readonly RegisteredClaim[];
}

export interface RegisteredOperator {
  readonly id: number;
  /** The slug it was last published with. */
  readonly slug: string;
}

export interface RegisteredClaim {
  readonly claimId: string;
  readonly operatorId: number;
  readonly operatorSlug: string;
  readonly metric: string;
}

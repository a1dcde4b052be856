import type {
  Brief,
  Claim,
  ListedOperator,
  Listing,
  OperatorRecord,
  Slug,
} from '../model/index.ts';

/** Gives what is recalled about operators; asked often, mostly about the same one again. */
export interface OperatorRecall {
  readonly briefOf: (slug: Slug) => Brief;
  readonly recordOf: (slug: Slug) => OperatorRecord;
  readonly claimsOf: (slug: Slug) => readonly Claim[];
}

/** An operator of which so little is held that a hundred thousand fit in memory. */
export class RecalledOperator implements ListedOperator {
  readonly slug: Slug;
  readonly id: Listing['id'];
  readonly claimCount: Listing['claimCount'];
  readonly #recall: OperatorRecall;
  #brief: Brief | null;

  /** @param brief Null to recall that as well, when somebody asks for it. */
  constructor(
    slug: Slug,
    { id, claimCount }: Listing,
    brief: Brief | null,
    recall: OperatorRecall,
  ) {
    this.slug = slug;
    this.id = id;
    this.claimCount = claimCount;
    this.#brief = brief;
    this.#recall = recall;
  }

  get brief(): Brief {
    this.#brief ??= this.#recall.briefOf(this.slug);
    return this.#brief;
  }
  get name(): Brief['summary']['name'] {
    return this.brief.summary.name;
  }
  get license_jurisdiction(): Brief['summary']['license_jurisdiction'] {
    return this.brief.summary.license_jurisdiction;
  }
  get kyc_level(): Brief['summary']['kyc_level'] {
    return this.brief.summary.kyc_level;
  }
  get kyc_threshold_usd(): Brief['summary']['kyc_threshold_usd'] {
    return this.brief.summary.kyc_threshold_usd;
  }
  get accepts_vpn(): Brief['summary']['accepts_vpn'] {
    return this.brief.summary.accepts_vpn;
  }
  get has_mobile_app(): Brief['summary']['has_mobile_app'] {
    return this.brief.summary.has_mobile_app;
  }
  get updated_at(): Brief['summary']['updated_at'] {
    return this.brief.summary.updated_at;
  }
  get payment_options(): OperatorRecord['payment_options'] {
    return this.#recall.recordOf(this.slug).payment_options;
  }
  get fees(): OperatorRecord['fees'] {
    return this.#recall.recordOf(this.slug).fees;
  }
  get limits(): OperatorRecord['limits'] {
    return this.#recall.recordOf(this.slug).limits;
  }
  get pros(): OperatorRecord['pros'] {
    return this.#recall.recordOf(this.slug).pros;
  }
  get cons(): OperatorRecord['cons'] {
    return this.#recall.recordOf(this.slug).cons;
  }
  get sources(): OperatorRecord['sources'] {
    return this.#recall.recordOf(this.slug).sources;
  }
  get claims(): readonly Claim[] {
    return this.#recall.claimsOf(this.slug);
  }
}

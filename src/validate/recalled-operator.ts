import type { Brief, Claim, ListedOperator, OperatorRecord, Slug } from '../model/index.ts';

/** Gives what is recalled about operators; asked often, mostly about the same one again. */
export interface OperatorRecall {
  readonly recordOf: (slug: Slug) => OperatorRecord;
  readonly claimsOf: (slug: Slug) => readonly Claim[];
}

/** An operator of which so little is held that a hundred thousand fit in memory. */
export class RecalledOperator implements ListedOperator {
  readonly brief: Brief;
  readonly #recall: OperatorRecall;

  constructor(brief: Brief, recall: OperatorRecall) {
    this.brief = brief;
    this.#recall = recall;
  }

  get id(): Brief['summary']['id'] {
    return this.brief.summary.id;
  }
  get slug(): Brief['summary']['slug'] {
    return this.brief.summary.slug;
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

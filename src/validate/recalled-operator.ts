import type { Claim, Operator, OperatorRecord, Slug } from '../model/index.ts';

/** Gives what is recalled about operators; asked often, mostly about the same one again. */
export interface OperatorRecall {
  readonly recordOf: (slug: Slug) => OperatorRecord;
  readonly claimsOf: (slug: Slug) => readonly Claim[];
}

/** An operator of which so little is held that a hundred thousand fit in memory. */
export class RecalledOperator implements Operator {
  readonly slug: Slug;
  readonly id: OperatorRecord['id'];
  readonly #recall: OperatorRecall;

  constructor({ slug, id }: Operator, recall: OperatorRecall) {
    this.slug = slug;
    this.id = id;
    this.#recall = recall;
  }

  get name(): OperatorRecord['name'] {
    return this.#recall.recordOf(this.slug).name;
  }
  get license_jurisdiction(): OperatorRecord['license_jurisdiction'] {
    return this.#recall.recordOf(this.slug).license_jurisdiction;
  }
  get kyc_level(): OperatorRecord['kyc_level'] {
    return this.#recall.recordOf(this.slug).kyc_level;
  }
  get kyc_threshold_usd(): OperatorRecord['kyc_threshold_usd'] {
    return this.#recall.recordOf(this.slug).kyc_threshold_usd;
  }
  get accepts_vpn(): OperatorRecord['accepts_vpn'] {
    return this.#recall.recordOf(this.slug).accepts_vpn;
  }
  get has_mobile_app(): OperatorRecord['has_mobile_app'] {
    return this.#recall.recordOf(this.slug).has_mobile_app;
  }
  get updated_at(): OperatorRecord['updated_at'] {
    return this.#recall.recordOf(this.slug).updated_at;
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

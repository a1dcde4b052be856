/** The records of every answer. */

export function listRecords({ operators, service }) {
  return operators.map((operator) => summaryOf(operator, service));
}

export function detailRecords(operator, { service }) {
  const { payment_options, pros, cons, sources } = operator;
  const fees = operator.fees.map((fee) => ({ ...fee, claim_id: null }));
  const limits = operator.limits.map((limit) => ({ ...limit, claim_id: null }));
  return [
    {
      ...summaryOf(operator, service),
      payment_options,
      fees,
      limits,
      pros,
      cons,
      sources,
      website: null,
      status: 'active',
      ended_at: null,
      ended_reason: null,
      merged_into: null,
      former_slugs: [],
    },
  ];
}

export const FACT_COLUMNS = [
  'claim_id',
  'operator',
  'metric',
  'metric_name',
  'value',
  'unit',
  'evidence_url',
  'observed_at',
];

export function factRecords(operator, { metrics }) {
  return operator.facts.map((claim) => {
    const { name, unit } = metrics.get(claim.metric);
    return {
      claim_id: claim.claim_id,
      operator: operator.name,
      metric: claim.metric,
      metric_name: name,
      value: claim.value,
      unit,
      evidence_url: claim.evidence_url,
      observed_at: claim.observed_at,
    };
  });
}

export function allFactRecords(dataset) {
  return dataset.operators.flatMap((operator) =>
    factRecords(operator, dataset).map((record) => ({
      operator_id: operator.id,
      operator_slug: operator.slug,
      ...record,
    })),
  );
}

export function allClaimRecords({ operators, metrics, service }) {
  return operators.flatMap(({ id, slug, claims }) =>
    claims.map((claim) => ({
      claim_id: claim.claim_id,
      operator_id: id,
      operator_slug: slug,
      metric: claim.metric,
      value: claim.value,
      observed_at: claim.observed_at,
      status: statusOf(claim),
      superseded_by: claim.superseded_by,
      retracted_at: claim.retracted?.at ?? null,
      retracted_reason: claim.retracted?.reason ?? null,
      api_url:
        service.claim_pages === 'none' ? null : `${service.base_url}/claims/${claim.claim_id}`,
      first_observed_at: claim.observed_at,
      observations: 1,
      evidence_url: claim.evidence_url,
      unit: metrics.get(claim.metric).unit,
      archive_url: null,
      quote: null,
      corrections: [],
      operator_status: 'active',
    })),
  );
}

function statusOf({ superseded_by, retracted }) {
  if (superseded_by) return 'superseded';
  return retracted ? 'retracted' : 'current';
}

export function bestRecords(category, { operators, service, metrics }) {
  const { name, unit } = metrics.get(category.cite);
  const contenders = [];
  const leftOut = new Map();
  const leaveOut = (reason, field) => {
    const key = `${reason} ${field}`;
    const { operators } = leftOut.get(key) ?? { operators: 0 };
    leftOut.set(key, { reason, field, operators: operators + 1 });
  };
  for (const operator of operators) {
    const summary = summaryOf(operator, service);
    const claims = new Map(operator.facts.map((claim) => [claim.metric, claim]));
    const lookUp = (field) =>
      field in summary ? summary[field] : (claims.get(field)?.value ?? null);
    const claim = claims.get(category.cite);
    const keys = category.rank_by.map(({ by }) => lookUp(by));
    const [failed, wanted] =
      Object.entries(category.where).find(
        ([field, wanted]) => ![wanted].flat().includes(lookUp(field)),
      ) ?? [];
    if (wanted !== undefined) leaveOut(lookUp(failed) === null ? 'unknown' : 'condition', failed);
    else if (!claim) leaveOut('unknown', category.cite);
    else if (keys[0] === null) leaveOut('unknown', category.rank_by[0].by);
    else contenders.push({ summary, claim, keys });
  }

  const compare = (a, b) => {
    for (const [index, { order }] of category.rank_by.entries()) {
      const [left, right] = [a.keys[index], b.keys[index]];
      if (left === right) continue;
      if (left === null) return 1;
      if (right === null) return -1;
      return left < right === (order === 'ascending') ? -1 : 1;
    }
    return 0;
  };
  contenders.sort(compare);

  let rank = 0;
  const records = contenders.map((contender, index) => {
    if (index === 0 || compare(contenders[index - 1], contender) !== 0) rank = index + 1;
    const { summary, claim } = contender;
    return {
      rank,
      ...summary,
      metric: claim.metric,
      metric_name: name,
      value: claim.value,
      unit,
      claim_id: claim.claim_id,
      evidence_url: claim.evidence_url,
      observed_at: claim.observed_at,
      previous_rank: null,
    };
  });
  // In the order in which an operator is checked.
  const order = [
    ...Object.keys(category.where).flatMap((field) => [`condition ${field}`, `unknown ${field}`]),
    `unknown ${category.cite}`,
    `unknown ${category.rank_by[0].by}`,
  ];
  const sorted = [...leftOut].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b));
  return { records, leftOut: sorted.map(([, entry]) => entry) };
}

function summaryOf(operator, { site_url, base_url }) {
  return {
    id: operator.id,
    slug: operator.slug,
    name: operator.name,
    license_jurisdiction: operator.license_jurisdiction,
    kyc_level: operator.kyc_level,
    kyc_threshold_usd: operator.kyc_threshold_usd,
    accepts_vpn: operator.accepts_vpn,
    has_mobile_app: operator.has_mobile_app,
    url: `${site_url}/operators/${operator.slug}`,
    api_url: `${base_url}/operators/${operator.slug}`,
    updated_at: operator.updated_at,
  };
}

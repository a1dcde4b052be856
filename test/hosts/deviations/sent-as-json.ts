/** JSON about an operator, with the tag that it has, where the policy would send CSV. */
export function sentAsJson(
  publicPath: string,
  commonLinks: string,
  etag: string,
): Readonly<Record<string, string>> {
  return {
    'content-type': 'application/json',
    'content-location': `${publicPath}/operators/anchor.json`,
    link: [
      commonLinks,
      `<${publicPath}/schemas/operator.json>; rel="describedby"; type="application/schema+json"`,
      `<${publicPath}/operators/anchor.csv>; rel="alternate"; type="text/csv"`,
    ].join(', '),
    etag,
    'last-modified': 'Sun, 15 Nov 2026 12:00:00 GMT',
    'content-length': '714',
    body: '{"meta":{"operator":"Anchor","generated_at":"2026-11-15T1... (714 bytes)',
  };
}

const HOW_TO_PUT_IT_RIGHT: Readonly<Record<number, string>> = {
  400: 'Send a request that is HTTP, to an address in which two hexadecimal digits follow each percent sign.',
  408: 'Send the whole request without a pause.',
  414: 'Ask at an address of this API: none is that long.',
  431: 'Send fewer or shorter headers.',
};

/**
 * What is said where a request is refused by a host itself: no published document says it (RFC 9457
 * §4.2.1).
 */
export function unpublishedProblem(status: number, title: string): string {
  const detail = HOW_TO_PUT_IT_RIGHT[status] ?? 'Send a request that is HTTP.';
  return JSON.stringify({ type: 'about:blank', title, status, detail });
}

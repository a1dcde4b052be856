/**
 * What is said where a request is refused by a host itself: no published document says it (RFC 9457
 * §4.2.1).
 */
export function unpublishedProblem(status: number, title: string): string {
  return JSON.stringify({ type: 'about:blank', title, status });
}

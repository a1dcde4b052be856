/**
 * What a host says where it refuses a request by itself: no published document does (RFC 9457
 * §4.2.1).
 */
export function unpublishedProblem(status: number, title: string): string {
  return JSON.stringify({ type: 'about:blank', title, status });
}

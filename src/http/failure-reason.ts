/** Why no answer came, as a phrase, by the code that the system or the HTTP parser gives. */
const REASONS: { readonly [code: string]: string } = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before the answer was complete',
  ENOTFOUND: 'no host has this name',
  EAI_AGAIN: 'the name of the host cannot be looked up at the moment',
  EHOSTUNREACH: 'no route leads to the host',
  ENETUNREACH: 'no route leads to the host',
  EPIPE: 'the connection was closed before the answer was complete',
  ETIMEDOUT: 'the connection could not be made in time',
  EPROTO: 'the host does not speak TLS at this port',
  // What Node's fetch says when a connection ends too early.
  UND_ERR_SOCKET: 'the connection was closed before the answer was complete',
  UND_ERR_CONNECT_TIMEOUT: 'the connection could not be made in time',
};

/** What a failed request says of itself: its code, empty when it has none, and why it failed. */
export function failureReason(error: Error): { code: string; reason: string } {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const reason = code.startsWith('HPE_') ? 'what comes back is not HTTP' : REASONS[code];
  return { code, reason: reason ?? (error.message.split('\n', 1)[0] || code) };
}

/** "no answer came within 30 seconds" */
export function describePatience(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return `no answer came within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}

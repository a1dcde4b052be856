import { commonHeaders, type Headers, plan } from '../policy/index.ts';
import type { Deployment } from './host.ts';

/** What the policy sends with an answer beside what every answer has. */
export function specialHeaders(method: string, path: string, deployment: Deployment): Headers {
  const pathname = deployment.publicPath + path;
  const planned = plan({ method, pathname, accept: null }, deployment);
  const all = planned.kind === 'files' ? planned.candidates[0]?.headers : planned.headers;
  const common = commonHeaders(deployment);
  return Object.fromEntries(Object.entries(all ?? {}).filter(([name]) => !(name in common)));
}

import { API_PATH } from '../../../src/model/index.ts';
import type { AllowedDeviation } from '../../doors/check-host.ts';
import { type HostRequest, REQUESTS } from '../requests.ts';

/** What Apache does otherwise where the API stands at a path. */
export function apacheAt(publicPath: string): readonly AllowedDeviation[] {
  const isRefused = ({ path, isAbsolute }: HostRequest) =>
    hasBrokenEscape(path) || climbsOut(isAbsolute ? path : publicPath + path);
  return [
    {
      what: 'An address with a broken percent-encoding, or one that climbs out of the root, is 400 instead of 404. The answer is the same problem document with the same headers.',
      why: 'The core of Apache refuses such addresses before it asks any module, and an error document cannot change the status.',
      at: Object.fromEntries(
        REQUESTS.filter(isRefused).map(({ name }) => [name, { status: '400' }]),
      ),
    },
  ];
}

export const apache: readonly AllowedDeviation[] = apacheAt(API_PATH);

function hasBrokenEscape(path: string): boolean {
  return /%(?![0-9a-f]{2})/i.test(path);
}

function climbsOut(path: string): boolean {
  let depth = 0;
  for (const segment of path.replaceAll(/%2e/gi, '.').split('/')) {
    depth += segment === '..' ? -1 : segment === '' || segment === '.' ? 0 : 1;
    if (depth < 0) return true;
  }
  return false;
}

import type { AllowedDeviation } from '../../doors/check-host.ts';

/** None: the Worker is the policy itself. */
export const cloudflare: readonly AllowedDeviation[] = [];

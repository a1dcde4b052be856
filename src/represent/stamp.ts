import { type Clock, type Timestamp, timeAfter } from '../model/index.ts';
import { type Body, encodeLong, sizeOf } from './body.ts';
import { digest } from './digest.ts';
import type { Form } from './forms.ts';
import type { Published } from './previous.ts';

/** Content, and the time at which it came to be. */
export interface Stamped {
  readonly content: Body;
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
  readonly generatedAt: Timestamp;
}

/** Renders with the earlier time; if that gives the earlier bytes, nothing else has changed. */
export function stamp(
  contentAt: Form['contentAt'],
  published: Published | undefined,
  clock: Clock,
): Stamped {
  if (published !== undefined) {
    const kept = measure(contentAt, published.generatedAt);
    const hasSize = published.size === null || published.size === kept.size;
    if (hasSize && digest(kept.content) === published.sha256) {
      return { ...kept, sha256: published.sha256 };
    }
  }
  const anew = measure(contentAt, timeAfter(published?.generatedAt, clock));
  return { ...anew, sha256: digest(anew.content) };
}

function measure(contentAt: Form['contentAt'], generatedAt: Timestamp) {
  const content = encodeLong(contentAt(generatedAt));
  return { content, size: sizeOf(content), generatedAt };
}

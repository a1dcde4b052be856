import { type Clock, type Timestamp, timeAfter } from '../model/index.ts';
import { type Body, encodeLong, isEqual, sizeOf } from './body.ts';
import { digest } from './digest.ts';
import type { Form } from './forms.ts';
import type { PublishedBefore } from './previous.ts';

/** Content, and the time at which it came to be. */
export interface DatedContent {
  readonly content: Body;
  /** In bytes. */
  readonly size: number;
  /** In hexadecimal. */
  readonly sha256: string;
  readonly generatedAt: Timestamp;
  /** Whether that is what was published before, at the first of its addresses. */
  readonly isUnchanged: boolean;
}

/**
 * Renders with the earlier time; if that gives the earlier bytes, nothing else has changed. Where one
 * of its addresses had other bytes so far, the time is later than theirs: a validator made of it would
 * stand for both.
 *
 * @param earlier The bytes that were published before, where they are known.
 */
export function dateContent(
  contentAt: Form['contentAt'],
  { common, canonical, newest }: PublishedBefore,
  clock: Clock,
  earlier: Uint8Array | null,
): DatedContent {
  if (common !== undefined) {
    const kept = measure(contentAt, common.generatedAt);
    const hasSize = common.size === null || common.size === kept.size;
    const isUnchanged =
      hasSize &&
      (earlier === null ? digest(kept.content) === common.sha256 : isEqual(kept.content, earlier));
    if (isUnchanged) return { sha256: common.sha256, isUnchanged, ...kept };
  }
  const anew = measure(contentAt, timeAfter(newest, clock));
  const sha256 = digest(anew.content);
  // What has no time in it can be what it was, at one of its addresses.
  const isUnchanged = common === undefined && sha256 === canonical?.sha256;
  return { sha256, isUnchanged, ...anew };
}

function measure(contentAt: Form['contentAt'], generatedAt: Timestamp) {
  const content = encodeLong(contentAt(generatedAt));
  return { content, size: sizeOf(content), generatedAt };
}

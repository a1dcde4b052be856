import { EnvironmentError } from './environment-error.ts';

/** What a build has read is not what is there any more: it has to begin again. */
export class OutOfDate extends Error {
  override readonly name = 'OutOfDate';
}

/** A source that was listed is not there any more, which ends what does not begin again. */
export class SourceVanished extends EnvironmentError {}

/** What a build has read is not what is there any more: it has to begin again. */
export class OutOfDate extends Error {
  override readonly name = 'OutOfDate';
}

/**
 * The folder below the output folder that is there while a build is at work, or after it was killed:
 * lock, staged files, journal.
 */
export const WORKSHOP = '.operator-api';

export { renderReviewMarkdown, renderReviewText } from './render.ts';
export { addressesOf, isAnythingDue, review } from './review.ts';

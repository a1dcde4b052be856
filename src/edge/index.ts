export { answerRequest, type FetchFile } from './answer-request.ts';

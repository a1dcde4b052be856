export { type Choices, projectFiles } from './project-files.ts';

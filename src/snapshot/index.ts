export { prepareSnapshot, type Release } from './prepare-snapshot.ts';

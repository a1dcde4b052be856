/** Not written yet. */
export {};

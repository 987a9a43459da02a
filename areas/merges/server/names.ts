/** The approval kind of merges. */
export const MERGE = 'Member merge'

/** The approval kind of merges. */
export const MERGE_KIND = 'Member merge'

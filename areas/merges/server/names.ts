/** The kind of approval request for merges. */
export const MERGE_KIND = 'Member merge'

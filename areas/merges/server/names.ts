/** The kind of approval request for merges. */
export const MERGE_APPROVAL_KIND = 'Member merge'

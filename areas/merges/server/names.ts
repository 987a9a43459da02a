/** The kind of request under which a merge waits for a second person. */
export const MERGE = 'Member merge'

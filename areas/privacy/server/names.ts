/** The kind of request under which an erasure waits for a second person. */
export const ERASURE = 'Erasure'
/** The job that does what was approved. */
export const ERASE_JOB = 'erase-customers'

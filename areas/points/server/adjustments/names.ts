/** The kinds of requests that this area answers for. */
export const ADJUSTMENT = 'Point adjustment'
export const DELETE_ADJUSTMENT = 'Point adjustment deletion'

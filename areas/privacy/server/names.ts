/** The approval kind of erasure requests. */
export const ERASURE_KIND = 'Erasure'
/** The job that carries out approved erasures. */
export const ERASE_CUSTOMERS_JOB = 'erase-customers'

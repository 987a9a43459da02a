/** Approval kind of requests to erase a customer. */
export const ERASURE_APPROVAL_KIND = 'Erasure'
/** Name of the job that carries out approved erasures. */
export const ERASE_CUSTOMERS_JOB_NAME = 'erase-customers'

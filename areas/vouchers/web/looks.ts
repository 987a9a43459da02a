/** The look of a status: that of the word that means the same elsewhere. */
export const looks = { A: 'Active', R: 'Reserved', X: 'Expired', V: 'Voided', Deleted: 'Deleted' } as const

/** Tag style of each status: the status word whose style it shares. */
export const statusLooks = { A: 'Active', R: 'Reserved', X: 'Expired', V: 'Voided', Deleted: 'Deleted' } as const

import { countIssues, listDoubtfulCustomers } from '../../contract/quality.ts'

/** What shows a customer of the worklist, and has to be read again after a change. */
export const shown = [listDoubtfulCustomers, countIssues]

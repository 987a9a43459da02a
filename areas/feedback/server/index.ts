// The SQL that reports share.

export { countsOf, options, questions, rated, slices } from './result-tables.ts'

// What reports ask of feedback.

export { countsOf, options, questions, rated, slices } from './result-tables.ts'

// What other areas may ask of data quality.

export { countsOf } from './issues.ts'

// The SQL that reports share.

export { answerCounts, questionResults, ratedResponses, resultSlices, scoreCounts } from './result-tables.ts'

// The SQL of this area that reports share.

export { answerCounts, questionResults, ratedResponses, resultSlices, scoreCounts } from './result-tables.ts'

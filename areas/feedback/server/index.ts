// The SQL of this area that reports share.

export {
  answerCountsSql,
  questionResultsSql,
  ratedResponsesCte,
  resultGroupings,
  scoreCountsSql,
} from './result-tables.ts'

import { path } from '#kit/contract/path.ts'

export const formsPath = path('/feedback/feedback')
export const formPath = path('/feedback/feedback/:FeedbackId', 'tab')
export const questionsPath = path('/feedback/question', 'FeedbackId')
export const questionAddPath = path('/feedback/question/add', 'FeedbackId')
export const questionEditPath = path('/feedback/question/:GroupKey/edit', 'FeedbackId')

/** The public form. A personal link carries its token in the fragment. */
export const publicFormPath = path('/customer/feedback/:FeedbackId', 'outlet')

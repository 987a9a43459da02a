import { path } from '#kit/contract/path.ts'

export const formsPath = path('/feedback/feedback')
export const formPath = path('/feedback/feedback/:FeedbackId', 'tab')
export const questionsPath = path('/feedback/question', 'FeedbackId')
export const questionAddPath = path('/feedback/question/add', 'FeedbackId')
export const questionEditPath = path('/feedback/question/:GroupKey/edit', 'FeedbackId')

/** Path of the public form. A personal link has its token in the fragment. */
export const publicFormPath = path('/customer/feedback/:FeedbackId', 'outlet')

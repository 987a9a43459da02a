import { definePath } from '#kit/contract/path.ts'

export const formsPath = definePath('/feedback/feedback')
export const formPath = definePath('/feedback/feedback/:FeedbackId', 'tab')
export const questionsPath = definePath('/feedback/question', 'FeedbackId')
export const questionAddPath = definePath('/feedback/question/add', 'FeedbackId')
export const questionEditPath = definePath('/feedback/question/:GroupKey/edit', 'FeedbackId')

/** The path of the public form. A personal link has its token in the fragment. */
export const publicFormPath = definePath('/customer/feedback/:FeedbackId', 'outlet')

import { definePath } from '#kit/contract/path.ts'

export const feedbackFormsPath = definePath('/feedback/feedback')
export const feedbackFormPath = definePath('/feedback/feedback/:FeedbackId', 'tab')
export const feedbackQuestionsPath = definePath('/feedback/question', 'FeedbackId')
export const feedbackQuestionAddPath = definePath('/feedback/question/add', 'FeedbackId')
export const feedbackQuestionEditPath = definePath('/feedback/question/:GroupKey/edit', 'FeedbackId')

/** The path of the public form. A personal link has its token in the fragment. */
export const publicFormPath = definePath('/customer/feedback/:FeedbackId', 'outlet')

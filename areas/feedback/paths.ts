import { path } from '#kit/contract/path.ts'

/** The form as customers answer it; a personal link brings its token behind `#`. */
export const publicFormPath = path('/customer/feedback/:FeedbackId', 'outlet')

import type { PublicPage } from '#kit/server/public-page.ts'
import { serve } from '#kit/server/serve.ts'
import { readPublicForm as call, publicRefusals } from '../contract.ts'
import { publicFormPath } from '../paths.ts'
import { readPublicForm } from './public-form.ts'

/** The form as customers answer it. Closed is gone; one for personal links is asked for again, with what stands behind `#`. */
export const feedbackPages: readonly PublicPage[] = [
  {
    path: publicFormPath.pattern,
    module: 'public/FeedbackPage.tsx',
    // Surveys may be in Malay.
    languages: ['ms'],
    start: {
      route: serve(call, readPublicForm),
      input: ({ params, language }) => ({ ...params, Language: language }),
      statuses: {
        [publicRefusals.closed.code]: 410,
        [publicRefusals.notYetOpen.code]: 404,
        [publicRefusals.linkNeeded.code]: 200,
      },
    },
  },
]

import type { PublicPage } from '#kit/server/public-page.ts'
import { serve } from '#kit/server/serve.ts'
import { readPublicForm as call, publicFormRefusals } from '../contract.ts'
import { publicFormPath } from '../paths.ts'
import { readPublicForm } from './public-form.ts'

/**
 * The public page of a form. A closed form gives 410.
 * For a form with personal links, the page reads the form again with the token of the link.
 */
export const feedbackPages: readonly PublicPage[] = [
  {
    path: publicFormPath.pattern,
    module: 'public/FeedbackPage.tsx',
    // The languages of surveys include Malay.
    languages: ['ms'],
    initialRead: {
      route: serve(call, readPublicForm),
      input: ({ params, language }) => ({ ...params, Language: language }),
      statuses: {
        [publicFormRefusals.closed.code]: 410,
        [publicFormRefusals.notYetOpen.code]: 404,
        [publicFormRefusals.linkNeeded.code]: 200,
      },
    },
  },
]

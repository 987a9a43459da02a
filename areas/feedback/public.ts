import type { PublicArea } from '#kit/public/router.tsx'
import { publicFormPath } from './paths.ts'
import type texts from './public/texts.json'

declare module '#kit/public/vocabulary.ts' {
  interface PublicTexts {
    feedback: typeof texts
  }
}

export const feedbackPublicArea: PublicArea = {
  screens: [
    {
      path: publicFormPath.pattern,
      load: async () => ({ default: (await import('./public/FeedbackPage.tsx')).FeedbackPage }),
    },
  ],
}

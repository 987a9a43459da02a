import type { WebArea } from '#kit/web/area.ts'
import {
  feedbackFormPath,
  feedbackFormsPath,
  feedbackQuestionAddPath,
  feedbackQuestionEditPath,
  feedbackQuestionsPath,
} from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    feedback: typeof texts
  }
}

const roles = ['Feedback', 'Feedback Question'] as const

export const feedbackWebArea: WebArea = {
  screens: [
    {
      path: feedbackFormsPath.pattern,
      title: 'feedback:screens.forms',
      role: 'Feedback',
      add: { label: 'feedback:screens.add', dialog: true, hq: true },
      load: async () => ({ default: (await import('./web/FormsPage.tsx')).FeedbackFormsPage }),
    },
    {
      path: feedbackFormPath.pattern,
      title: 'feedback:screens.one',
      heading: 'record',
      role: roles,
      parent: feedbackFormsPath.pattern,
      load: async () => ({ default: (await import('./web/one/FormPage.tsx')).FeedbackFormPage }),
    },
    {
      path: feedbackQuestionsPath.pattern,
      title: 'feedback:screens.questions',
      role: roles,
      add: { label: 'feedback:screens.questionAdd', to: feedbackQuestionAddPath(), hq: true },
      load: async () => ({ default: (await import('./web/questions/QuestionsPage.tsx')).QuestionsPage }),
    },
    {
      path: feedbackQuestionAddPath.pattern,
      title: 'feedback:screens.questionAdd',
      role: roles,
      parent: feedbackQuestionsPath.pattern,
      load: async () => ({ default: (await import('./web/questions/QuestionPage.tsx')).AddQuestionPage }),
    },
    {
      path: feedbackQuestionEditPath.pattern,
      title: 'feedback:screens.questionEdit',
      role: roles,
      parent: feedbackQuestionsPath.pattern,
      load: async () => ({ default: (await import('./web/questions/QuestionPage.tsx')).EditQuestionPage }),
    },
  ],
}

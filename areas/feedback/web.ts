import type { WebArea } from '#kit/web/area.ts'
import { formPath, formsPath, questionAddPath, questionEditPath, questionsPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    feedback: typeof texts
  }
}

const roles = ['Feedback', 'Feedback Question'] as const

export const feedback: WebArea = {
  screens: [
    {
      path: formsPath.pattern,
      title: 'feedback:screens.forms',
      role: 'Feedback',
      add: { label: 'feedback:screens.add', dialog: true, hq: true },
      load: async () => ({ default: (await import('./web/FormsPage.tsx')).FormsPage }),
    },
    {
      path: formPath.pattern,
      title: 'feedback:screens.one',
      heading: 'record',
      role: roles,
      parent: formsPath.pattern,
      load: async () => ({ default: (await import('./web/one/FormPage.tsx')).FormPage }),
    },
    {
      path: questionsPath.pattern,
      title: 'feedback:screens.questions',
      role: roles,
      add: { label: 'feedback:screens.questionAdd', to: questionAddPath(), hq: true },
      load: async () => ({ default: (await import('./web/questions/QuestionsPage.tsx')).QuestionsPage }),
    },
    {
      path: questionAddPath.pattern,
      title: 'feedback:screens.questionAdd',
      role: roles,
      parent: questionsPath.pattern,
      load: async () => ({ default: (await import('./web/questions/QuestionPage.tsx')).AddQuestionPage }),
    },
    {
      path: questionEditPath.pattern,
      title: 'feedback:screens.questionEdit',
      role: roles,
      parent: questionsPath.pattern,
      load: async () => ({ default: (await import('./web/questions/QuestionPage.tsx')).EditQuestionPage }),
    },
  ],
}

import type kit from '#kit/web/texts.json'
import type app from './texts.json'

// Tells the kit its own texts, those of the shell and the groups of the menu, for the compiler only; each area tells its own in its `web.ts`.

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    app: typeof app
    kit: typeof kit
  }
  interface Vocabulary {
    menuGroup:
      | 'registration'
      | 'rewards'
      | 'campaign'
      | 'reporting'
      | 'member'
      | 'points-management'
      | 'setup'
      | 'feedback'
      | 'settings'
  }
}

import type kit from '#kit/web/texts.json'
import type app from './texts.json'

// Declares the types of the kit's and the shell's texts and of the menu groups. The areas declare theirs in `web.ts`.

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

import { bringTexts, type Language } from '#kit/web/i18n.ts'
import type { Screen } from '#kit/web/screen.ts'

const texts = async (language: Language) => ({
  approvals: ((await import(`./texts/${language}.json`)) as { default: object }).default,
})

export const screens: readonly Screen[] = [
  {
    path: '/settings/approvals',
    title: 'app:settings.approvals',
    // Whoever can ask for something or decide it; what each of them sees, the server says.
    role: ['Point Adjustment', 'Member Category Approval', 'Settings', 'User Roles', 'Import Leads', 'Rewards'],
    load: async () => {
      const [{ ApprovalsPage }] = await Promise.all([import('./ApprovalsPage.tsx'), bringTexts(texts)])
      return { default: ApprovalsPage }
    },
  },
]
